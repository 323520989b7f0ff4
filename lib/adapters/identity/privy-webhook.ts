import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** By how much a webhook's time and ours may differ. */
const TOLERANCE_SECONDS = 300;

/** A change of a user at the identity provider. */
export type IdentityEvent =
  | { readonly kind: "changed"; readonly subject: string }
  | { readonly kind: "deleted"; readonly subject: string }
  | { readonly kind: "merged"; readonly from: string; readonly to: string };

/** A webhook that is Privy's. */
export interface IdentityWebhook {
  /** The same each time that it is sent. */
  readonly id: string;
  readonly type: string;
  /** Null where it is of no concern to us. */
  readonly event: IdentityEvent | null;
}

/** A webhook that is not Privy's, or not of now; the message is for the log alone. */
export class WebhookRejected extends Error {
  override readonly name = "WebhookRejected";
}

const subject = z.string().min(1).max(200);
const user = z.object({ id: subject });
const bodySchema = z.object({ type: z.string().min(1).max(80) });
const changedSchema = z.object({ user });
const factorSchema = z.object({ user_id: subject });
const mergedSchema = z.object({ fromUser: user, toUser: user });
const changing = new Set([
  "user.created",
  "user.authenticated",
  "user.linked_account",
  "user.unlinked_account",
  "user.updated_account",
]);

/**
 * Checks the signature of a webhook that Svix sends for Privy, and reads it.
 * @param secret `whsec_` and the key in base64
 * @param body exactly what was sent
 * @throws WebhookRejected
 */
export function readPrivyWebhook(
  secret: string,
  { body, header }: { body: string; header(name: string): string | null },
  now = Date.now(),
): IdentityWebhook {
  const id = header("svix-id") ?? "";
  const timestamp = header("svix-timestamp") ?? "";
  if (!/^[\w-]{1,100}$/.test(id)) throw new WebhookRejected("it has no id");
  if (!/^[0-9]{10}$/.test(timestamp)) throw new WebhookRejected("it has no time");
  const mac = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
  const isSigned = (header("svix-signature") ?? "").split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === mac.length && timingSafeEqual(given, mac);
  });
  if (!isSigned) throw new WebhookRejected("the signature is not Privy's");
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (age > TOLERANCE_SECONDS) throw new WebhookRejected("it is not of now");
  return { id, ...readEvent(body) };
}

function readEvent(body: string): Pick<IdentityWebhook, "type" | "event"> {
  try {
    const data: unknown = JSON.parse(body);
    const { type } = bodySchema.parse(data);
    return { type, event: eventOf(type, data) };
  } catch {
    throw new WebhookRejected("it cannot be read");
  }
}

function eventOf(type: string, data: unknown): IdentityEvent | null {
  if (changing.has(type)) return { kind: "changed", subject: changedSchema.parse(data).user.id };
  if (type === "user.deleted") {
    return { kind: "deleted", subject: changedSchema.parse(data).user.id };
  }
  if (type === "user.transferred_account") {
    const { fromUser, toUser } = mergedSchema.parse(data);
    return { kind: "merged", from: fromUser.id, to: toUser.id };
  }
  if (type === "mfa.enabled" || type === "mfa.disabled") {
    return { kind: "changed", subject: factorSchema.parse(data).user_id };
  }
  return null;
}

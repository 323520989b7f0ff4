import type { PrivyClient } from "@privy-io/node";
import { z } from "zod";

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

/** A request that claims to be a webhook; `body` is exactly what was sent. */
export interface SentWebhook {
  readonly body: string;
  header(name: string): string | null;
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
 * Checks the signature and the time of a webhook, and reads it.
 * @throws WebhookRejected
 */
export function readPrivyWebhook(client: PrivyClient, { body, header }: SentWebhook) {
  const id = header("svix-id") ?? "";
  if (!/^[\w-]{1,100}$/.test(id)) throw new WebhookRejected("it has no id");
  const headers = {
    "svix-id": id,
    "svix-timestamp": header("svix-timestamp") ?? "",
    "svix-signature": header("svix-signature") ?? "",
  };
  try {
    const data: unknown = client.webhooks().verify({ payload: body, headers });
    const { type } = bodySchema.parse(data);
    return { id, type, event: eventOf(type, data) } satisfies IdentityWebhook;
  } catch (error) {
    throw new WebhookRejected(error instanceof Error ? error.message : "it cannot be read");
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

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "@/db/client";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import { hashOfToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import type { Account } from "./accounts";

/** For so long a browser that has signed in is known by its cookie. */
export const DEVICE_SECONDS = 180 * 86_400;

type Bound = Pick<Account, "id" | "passwordHash">;

/** Another password makes another generation. */
const generationOf = ({ passwordHash }: Bound) =>
  createHash("sha256")
    .update(passwordHash ?? "")
    .digest("base64url")
    .slice(0, 22);

const signedText = (id: string, expires: string, account: Bound) =>
  `device:${id}:${expires}:${account.id}:${generationOf(account)}`;

/** What a browser gets that has signed in: it shows that once more, for the account and its password alone. */
function newDevice(config: Peppers, account: Bound, now = Date.now()): string {
  const id = randomBytes(16).toString("base64url");
  const expires = String(Math.floor(now / 1_000) + DEVICE_SECONDS);
  const signature = keyHash(config, signedText(id, expires, account)).toString("base64url");
  return `${id}.${expires}.${signature}`;
}

/**
 * The id of a browser that has signed in to an account before, under its current password.
 * @returns null for what is not signed for the account, or too old
 */
export function knownDevice(config: Peppers, device: string | null, account: Bound): string | null {
  const [, id = "", expires = "0", signature = ""] =
    /^([\w-]{22})\.([0-9]{10})\.([\w-]{43})$/.exec(device ?? "") ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyHashes(config, signedText(id, expires, account)).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  return isOurs && Date.now() < Number(expires) * 1_000 ? id : null;
}

/** A device for the account that a session belongs to; null when there is no such session. */
export async function deviceOfSession(
  { db, config }: { readonly db: Db; readonly config: Peppers },
  token: string,
): Promise<string | null> {
  const [account] = await db<Bound[]>`
    select u.id, u.password_hash from identity_sessions s join identity_users u on u.id = s.user_id
    where s.token_hash = ${hashOfToken(token)}`;
  return account ? newDevice(config, account) : null;
}

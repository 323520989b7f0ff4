import type { TransactionSql } from "@/db/client";
import type { identityPasskeys } from "@/db/schema/identity-factors";
import { checkUsedPasskey, type UsedPasskey } from "@/lib/adapters/identity/web-authn";
import type { Context } from "@/lib/domain/platform/context";
import {
  challengeReader,
  type PasskeyUse,
  requireRelyingParty,
  takeChallenge,
} from "./passkey-challenge";

type Row = Pick<
  typeof identityPasskeys.$inferSelect,
  "id" | "userId" | "credentialId" | "publicKey" | "counter" | "synced"
>;

/** Whose passkey it is, and how they have authenticated (RFC 8176). */
export interface PasskeyProof {
  readonly userId: string;
  readonly amr: readonly string[];
}

/** Its user was verified, so it is two factors; where the key is tells whether it is a device's or a program's. */
export const amrOf = ({ synced }: Pick<Row, "synced">): readonly string[] => [
  synced ? "swk" : "hwk",
  "mfa",
];

interface Given {
  readonly use: PasskeyUse;
  readonly used: UsedPasskey;
  /** Whose it must be; null where it says so itself. */
  readonly userId: string | null;
}

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), "hex");

/**
 * Takes an answer of a passkey, once. One that has not counted on since it was last used is refused: there is a copy
 * of it.
 * @returns null when it is no good
 */
export async function provePasskey(
  ctx: Pick<Context, "config">,
  tx: TransactionSql,
  { use, used, userId }: Given,
): Promise<PasskeyProof | null> {
  const party = requireRelyingParty(ctx);
  const [row] = await tx<Row[]>`
    select id, user_id, credential_id, public_key, counter, synced from identity_passkeys
    where credential_id = ${Buffer.from(used.id, "base64url")} for no key update`;
  if (!row || (userId !== null && row.userId !== userId)) return null;
  const { userHandle } = used.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.userId) return null;
  const { read, isOwn } = challengeReader(ctx.config, use);
  const { counter: before } = row;
  const key = {
    credentialId: bytesOf(row.credentialId),
    ...{ publicKey: bytesOf(row.publicKey), counter: before },
  };
  const counter = await checkUsedPasskey(party, { used, key }, isOwn);
  if (counter === null || !read.taken || !(await takeChallenge(tx, read.taken))) return null;
  await tx`
    update identity_passkeys set counter = ${counter}, last_used_at = now() where id = ${row.id}`;
  return { userId: row.userId, amr: amrOf(row) };
}

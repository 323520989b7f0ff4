import { type TransactionSql, transaction } from "@/db/client";
import type { identityPasskeys } from "@/db/schema/identity-factors";
import {
  type CheckedUse,
  checkUsedPasskey,
  type UsedPasskey,
} from "@/lib/adapters/identity/web-authn";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { Browser } from "@/lib/domain/identity/browser";
import { tellOfChange } from "@/lib/domain/identity/security-mail";
import { endSessions } from "@/lib/domain/identity/sessions";
import type { Context } from "@/lib/domain/platform/context";
import {
  challengeReader,
  type PasskeyUse,
  requireRelyingParty,
  takeChallenge,
  wrongPasskey,
} from "./passkey-challenge";

type Row = Pick<
  typeof identityPasskeys.$inferSelect,
  "id" | "userId" | "credentialId" | "publicKey" | "counter" | "synced" | "name"
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

type Ctx = Pick<Context, "db" | "config" | "requestId">;

/**
 * Takes an answer of a passkey, once, and does with it what follows. A passkey that shows that there is a copy of it is
 * turned off, for its owner and for the other.
 * @throws Refusal `authentication_error` with `passkey_wrong`
 */
export async function withPasskey<T>(
  ctx: Ctx,
  { browser, ...given }: Given & { readonly browser: Browser },
  then: (tx: TransactionSql, proof: PasskeyProof) => Promise<T>,
): Promise<T> {
  const done = await transaction(ctx.db, async (tx) => {
    const row = await readPasskey(tx, given);
    const checked = row && (await checkPasskey(ctx, tx, row, given));
    if (!row || !checked) throw wrongPasskey();
    if (checked.isCopy) {
      await turnOffCopied(ctx, tx, row, browser);
      return null;
    }
    await tx`
      update identity_passkeys set counter = ${checked.counter}, last_used_at = now()
      where id = ${row.id}`;
    return { value: await then(tx, { userId: row.userId, amr: amrOf(row) }) };
  });
  if (!done) throw wrongPasskey();
  return done.value;
}

/** The passkey of an answer, locked; null where it is unknown, another account's, or turned off. */
async function readPasskey(tx: TransactionSql, { used, userId }: Given): Promise<Row | null> {
  const [row] = await tx<Row[]>`
    select id, user_id, credential_id, public_key, counter, synced, name from identity_passkeys
    where credential_id = ${Buffer.from(used.id, "base64url")} and copied_at is null
    for no key update`;
  if (!row || (userId !== null && row.userId !== userId)) return null;
  const { userHandle } = used.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.userId) return null;
  return row;
}

async function checkPasskey(
  ctx: Ctx,
  tx: TransactionSql,
  { credentialId, publicKey, counter }: Row,
  { use, used }: Given,
): Promise<CheckedUse | null> {
  const { read, isOwn } = challengeReader(ctx.config, use);
  const key = { credentialId: bytesOf(credentialId), publicKey: bytesOf(publicKey), counter };
  const checked = await checkUsedPasskey(requireRelyingParty(ctx), { used, key }, isOwn);
  return checked && read.taken && (await takeChallenge(tx, read.taken)) ? checked : null;
}

/**
 * Turns a passkey off of which there is a copy. Nothing tells which of the two answered, so all browsers of the account
 * are signed out. It counts as a second factor still: without it the password alone would sign in.
 */
async function turnOffCopied(
  ctx: Ctx,
  tx: TransactionSql,
  { id, userId, name }: Row,
  browser: Browser,
): Promise<void> {
  await tx`update identity_passkeys set copied_at = now() where id = ${id} and copied_at is null`;
  await endSessions(tx, { userId, reason: "factors_changed", keep: null });
  const after = { id, name };
  await auditAccount(ctx, tx, { userId, action: "account.passkey_copied", after });
  await tellOfChange(tx, { userId, change: "passkey_copied" }, browser);
}

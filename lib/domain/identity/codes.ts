import { randomInt } from "node:crypto";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { identityCodes } from "@/db/schema/identity-codes";
import { keyHash, keyHashes, pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { CodePurpose } from "@/lib/core/kinds";
import { wakes } from "@/lib/core/operations/wakes";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import { sealCode } from "@/lib/domain/mails/sealed-code";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { hashOfToken, newSessionToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import { accountExistsMail, codeMail } from "./identity-mails";
import { countTry, forgetTries, type ThrottleName } from "./throttle";
import type { Trier } from "./trier";

const CODE_MINUTES = 10;
const MOST_TRIES = 5;
const mailedCodes: readonly ThrottleName[] = ["mailedCode", "mailedCodes"];
const codeKey = (token: string, code: string) => `code:${token}:${code}`;

type Row = typeof identityCodes.$inferSelect;
type Asker = Pick<Context, "db" | "config">;

/** What a code is for, and for whom. */
export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly email: string;
  /** The account of the address; null when it has none here. */
  readonly userId: string | null;
  readonly passwordHash?: string;
  /** The address has an account, which must not get a second one. */
  readonly hasAccount?: boolean;
  /** The address belongs to an account at another provider. */
  readonly isForeign?: boolean;
}

/** What the browser that asked has to give with the code. */
export interface AskedCode {
  readonly flow: string;
  readonly expiresAt: Date;
}

/**
 * Makes a code and mails it. For an unknown address it mails nothing, except at sign-up, so that the answer does not
 * reveal accounts. A sign-up with an address that has an account mails that fact, and no code.
 * @param trier who asks
 * @throws Refusal `rate_limited` with `too_many_tries`
 */
export async function askForCode(
  ctx: Asker,
  request: CodeRequest,
  trier: Trier,
): Promise<AskedCode> {
  const { purpose, email, userId, passwordHash = null } = request;
  await countTry(ctx, mailedCodes, trier);
  const flow = newSessionToken();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = await transaction(ctx.db, async (tx) => {
    const [row] = await tx<Pick<Row, "expiresAt">[]>`
      insert into identity_codes
        (token_hash, purpose, email, user_id, code_hash, pepper_id, password_hash, expires_at)
      values (${hashOfToken(flow)}, ${purpose}, ${email}, ${userId},
        ${keyHash(ctx.config, codeKey(flow, code))}, ${pepperId(ctx.config.API_KEY_PEPPER)},
        ${passwordHash},
        now() + ${CODE_MINUTES} * interval '1 minute')
      returning expires_at`;
    if (!row) throw new Error("an insert returns its row");
    await mailCode(ctx, tx, request, { code, flow, expiresAt: row.expiresAt });
    return row.expiresAt;
  });
  return { flow, expiresAt };
}

/** For an unknown address the database gets the same query, so that the time does not reveal accounts either. */
async function mailCode(
  { config }: Asker,
  tx: TransactionSql,
  { purpose, email, userId, hasAccount = false, isForeign = false }: CodeRequest,
  { code, flow, expiresAt }: AskedCode & { code: string },
): Promise<void> {
  const isMailed = purpose === "sign_up" || isForeign || userId !== null;
  const { kind } = hasAccount ? accountExistsMail : codeMail;
  const sealed = sealCode(config, email, code);
  const facts = !hasAccount ? { purpose, code: sealed, expiresAt: expiresAt.toISOString() } : {};
  const queued = await queueMails(
    tx,
    tx`select null as merchant_id, 'live' as mode, ${kind} as kind, ${email} as recipient,
      ${JSON.stringify(facts)}::text::jsonb as facts, ${hashOfToken(flow)} as about,
      false as withheld
    where ${isMailed}`,
  );
  if (queued.length === 0) await wake(tx, wakes.mails);
}

/** Gives the request of a code back that was right. */
export const forgetAsking = (ctx: Asker, trier: Trier): Promise<void> =>
  forgetTries(ctx, mailedCodes, trier);

/** A code that was right. */
export type TakenCode = Pick<Row, "purpose" | "email" | "userId" | "passwordHash">;

/** The address that a browser asked a code for; an empty text for a flow that there is not. */
export async function emailOfFlow(db: Db, flow: string): Promise<string> {
  const [row] = await db<{ email: string }[]>`
    select email from identity_codes where token_hash = ${hashOfToken(flow)}`;
  return row?.email ?? "";
}

/**
 * Takes the code of a browser that asked for one; each try counts. A code is taken once.
 * @returns null when it is wrong, used, too old, tried too often, or of another purpose
 */
export async function takeCode(
  ctx: Asker,
  { flow, code }: { flow: string; code: string },
  purposes: readonly CodePurpose[],
): Promise<TakenCode | null> {
  const hashes = keyHashes(ctx.config, codeKey(flow, code));
  const [row] = await tryCode(ctx.db, flow, hashes, purposes);
  return row?.isRight ? row : null;
}

function tryCode(
  db: Db,
  flow: string,
  hashes: readonly Buffer[],
  purposes: readonly CodePurpose[],
): Promise<(TakenCode & { isRight: boolean })[]> {
  return db<(TakenCode & { isRight: boolean })[]>`
    update identity_codes set attempts = attempts + 1,
      used_at = case when code_hash in ${db([...hashes])} then now() end
    where token_hash = ${hashOfToken(flow)} and purpose in ${db([...purposes])}
      and used_at is null and expires_at > now() and attempts < ${MOST_TRIES}
    returning purpose, email, user_id, password_hash, used_at is not null as is_right`;
}

import { type TransactionSql, transaction } from "@/db/client";
import type { identityTotp } from "@/db/schema/identity-factors";
import { keyHashes } from "@/lib/adapters/api-keys/key-hash";
import { findTotpStep } from "@/lib/adapters/identity/totp";
import type { Context } from "@/lib/domain/platform/context";
import { hashOfToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import { auditAccount } from "./audit-account";
import type { Browser, IdentityVerb } from "./browser";
import { type SignInStep, signedIn, wrongCode } from "./first-factor";
import { recoveryKey } from "./recovery-codes";
import { tellOfChange } from "./security-mail";
import { openSession } from "./sessions";
import { countTry, forgetTries } from "./throttle";
import { takeTicket } from "./tickets";
import { openTotpSecret } from "./totp-secret";
import { browserTrier } from "./trier";

/** How a second factor was proved (RFC 8176; `rc` is a recovery code). */
type Proof = "otp" | "rc";

/** Ends a sign-in by a code of the authenticator app, or by a recovery code. A ticket and a code are taken once. */
export const giveSecondFactor: IdentityVerb<{ ticket: string; code: string }, SignInStep> = async (
  ctx,
  { ticket, code },
  browser,
) => {
  const tokenHash = hashOfToken(ticket);
  const [account] = await ctx.db<{ id: string; passwordHash: string | null }[]>`
    select u.id, u.password_hash from identity_tickets t join identity_users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.used_at is null and t.expires_at > now()`;
  if (!account) throw wrongCode();
  const userId = account.id;
  const trier = browserTrier(ctx.config, browser, { subject: userId, account });
  await countTry(ctx, "secondFactor", trier);
  const session = await transaction(ctx.db, async (tx) => {
    const proof = await proveSecondFactor(ctx, tx, { userId, code }, browser);
    if (!proof) return null;
    const amr = await takeTicket(tx, ticket);
    return openSession(tx, { userId, amr: [...amr, proof] }, browser);
  });
  if (!session) throw wrongCode();
  await forgetTries(ctx, "secondFactor", trier);
  return { answer: signedIn, session: session.token };
};

/**
 * Takes a code of the user's authenticator app, or one of their recovery codes; each is taken once.
 * @returns null when it is neither
 */
export async function proveSecondFactor(
  ctx: Pick<Context, "config" | "requestId">,
  tx: TransactionSql,
  given: { userId: string; code: string },
  browser: Browser,
): Promise<Proof | null> {
  if (/^[0-9]{6}$/.test(given.code)) return takeTotp(ctx, tx, given);
  const { userId } = given;
  if (!(await takeRecovery(ctx, tx, given))) return null;
  await auditAccount(ctx, tx, { userId, action: "account.use_recovery_code" });
  await tellOfChange(tx, { userId, change: "recovery_code_used" }, browser);
  return "rc";
}

type TotpRow = Pick<typeof identityTotp.$inferSelect, "secretSealed" | "lastStep">;

async function takeTotp(
  { config }: Pick<Context, "config">,
  tx: TransactionSql,
  { userId, code }: { userId: string; code: string },
): Promise<"otp" | null> {
  const [row] = await tx<TotpRow[]>`
    select secret_sealed, last_step from identity_totp
    where user_id = ${userId} and confirmed_at is not null for no key update`;
  if (!row) return null;
  const secret = openTotpSecret(config, userId, row.secretSealed);
  const step = findTotpStep(secret, code, { after: row.lastStep, at: Date.now() });
  if (step === null) return null;
  await tx`update identity_totp set last_step = ${step} where user_id = ${userId}`;
  return "otp";
}

async function takeRecovery(
  { config }: Pick<Context, "config">,
  tx: TransactionSql,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const hashes = keyHashes(config, recoveryKey(userId, code));
  const { count } = await tx`
    update identity_recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash in ${tx(hashes)} and used_at is null`;
  return count > 0;
}

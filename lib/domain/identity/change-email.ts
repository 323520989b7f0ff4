import { type TransactionSql, transaction } from "@/db/client";
import { embeddedName } from "@/lib/adapters/identity/embedded-provider";
import { invalidRequest } from "@/lib/core/errors";
import { findAccount } from "./accounts";
import { auditAccount } from "./audit-account";
import type { IdentityVerb } from "./browser";
import { type AskedCode, askForCode, takeCode } from "./codes";
import { wrongCode } from "./first-factor";
import { tellOfChange } from "./security-mail";
import { endSessions, lockSession, requireFreshSession } from "./sessions";
import { refreshMerchant } from "./sync-user";
import { refreshAdmin } from "./take-invitation";
import { sessionTrier } from "./trier";

const UNIQUE_VIOLATION = "23505";

/**
 * Mails a code to the user's new sign-in address. An address that already has an account is told that instead; the
 * answer is the same.
 * @throws Refusal `invalid_request` with `email_unchanged`
 */
export const askToChangeEmail: IdentityVerb<{ email: string }, AskedCode> = async (
  ctx,
  { email },
  browser,
) => {
  const { id, userId, email: old } = await requireFreshSession(ctx.db, browser);
  if (email.toLowerCase() === old.toLowerCase()) {
    throw invalidRequest("email", "The account already has this address.", {
      reason: "email_unchanged",
    });
  }
  const hasAccount = (await findAccount(ctx.db, email)) !== null;
  const request = { purpose: "email_change", email, userId, hasAccount } as const;
  return { answer: await askForCode(ctx, request, sessionTrier(email, id)) };
};

/**
 * Takes over another address by the code that was mailed to it, for the account and its merchants, and tells both
 * addresses. Other browsers are signed out.
 * @throws Refusal `authentication_error` with `code_wrong`: also where another account took the address meanwhile
 */
export const changeEmail: IdentityVerb<{ flow: string; code: string }, { done: true }> = async (
  ctx,
  input,
  browser,
) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep } = session;
  const taken = await takeCode(ctx, input, ["email_change"]);
  if (taken?.userId !== userId) throw wrongCode();
  const { email } = taken;
  const change = "email_changed";
  const changing = transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    await tellOfChange(tx, { userId, change }, browser);
    const { count } = await tx`
      update identity_users set email = ${email}, email_verified_at = now(), updated_at = now()
      where id = ${userId} and status = 'active'`;
    if (count === 0) throw wrongCode();
    await tellOfChange(tx, { userId, change }, browser);
    await refreshAdmin(tx, { provider: embeddedName, subject: userId }, email);
    await changeOfMerchants(tx, userId, email);
    await endSessions(tx, { userId, reason: "factors_changed", keep });
    await auditAccount(ctx, tx, { userId, action: "account.change_email" });
  });
  await changing.catch((error: unknown) => {
    const isTaken = (error as { code?: string }).code === UNIQUE_VIOLATION;
    throw isTaken ? wrongCode() : error;
  });
  return { answer: { done: true } };
};

/** What a merchant is told must not go to an address that its owner has given up. */
async function changeOfMerchants(
  tx: TransactionSql,
  accountId: string,
  email: string,
): Promise<void> {
  const [user] = await tx<{ id: string }[]>`
    select id from users where provider = 'embedded' and subject = ${accountId}`;
  if (user) await refreshMerchant(tx, user.id, { email, emailVerified: true, secondFactors: [] });
}

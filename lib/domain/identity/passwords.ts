import { type TransactionSql, transaction } from "@/db/client";
import { hashPassword, isPassword } from "@/lib/adapters/identity/passwords";
import { invalidRequest } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import { findAccount, hasAddress } from "./accounts";
import { auditAccount } from "./audit-account";
import type { Browser, IdentityVerb } from "./browser";
import { type AskedCode, askForCode, emailOfFlow, forgetAsking, takeCode } from "./codes";
import { commonPasswords } from "./common-passwords.generated";
import { afterFirstFactor, type SignInStep, wrongCode } from "./first-factor";
import { tellOfChange } from "./security-mail";
import { endSessions, type GoodSession, lockSession, requireFreshSession } from "./sessions";
import { countTry, forgetTries } from "./throttle";
import { browserTrier, sessionTrier } from "./trier";

const LEAST_CHARACTERS = 5;

/** What is made of one piece that is repeated counts as the piece. */
const LONGEST_UNIT = 8;

const common = new Set(commonPasswords.trim().split(/\s+/));

/** @throws Refusal `invalid_request` with `password_guessable` */
export function refuseGuessable(password: string, email: string): void {
  if (!isGuessable(password, email)) return;
  throw invalidRequest("password", "Choose a password that is hard to guess.", {
    reason: "password_guessable",
  });
}

/** Mails a code to choose another password with, if the address has an account; the answer is the same if not. */
export const askToReset: IdentityVerb<{ email: string }, AskedCode> = async (
  ctx,
  { email },
  browser,
) => {
  const account = await findAccount(ctx.db, email);
  const userId = account?.status === "active" ? account.id : null;
  const trier = browserTrier(ctx.config, browser, { subject: email, account });
  return { answer: await askForCode(ctx, { purpose: "reset", email, userId }, trier) };
};

/**
 * Sets another password by the code of a mail. All browsers are signed out; the authenticator app is still asked for.
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export const resetPassword: IdentityVerb<
  { flow: string; code: string; password: string },
  SignInStep
> = async (ctx, { flow, code, password }, browser) => {
  refuseGuessable(password, await emailOfFlow(ctx.db, flow));
  const passwordHash = await hashPassword(password);
  const taken = await takeCode(ctx, { flow, code }, ["reset"]);
  if (!taken?.userId) throw wrongCode();
  const { userId, email: subject } = taken;
  const account = await findAccount(ctx.db, subject);
  await forgetAsking(ctx, browserTrier(ctx.config, browser, { subject, account }));
  return transaction(ctx.db, async (tx) => {
    if (!(await hasAddress(tx, { userId, email: subject }))) throw wrongCode();
    await setPassword(tx, { userId, passwordHash, keep: null }, browser);
    await tx`update identity_users set password_reset_at = now() where id = ${userId}`;
    await auditAccount(ctx, tx, { userId, action: "account.reset_password" });
    return afterFirstFactor(tx, { userId, amr: ["email"] }, browser);
  });
};

/**
 * Sets another password for the signed-in user, who names the current one if there is one. Other browsers are signed out.
 * @throws Refusal `invalid_request` with `password_wrong`; `rate_limited` with `too_many_tries`
 */
export const changePassword: IdentityVerb<
  { password: string; currentPassword?: string | undefined },
  { done: true }
> = async (ctx, { password, currentPassword }, browser) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep, email } = session;
  refuseGuessable(password, email);
  await requireCurrent(ctx, session, currentPassword);
  const passwordHash = await hashPassword(password);
  await transaction(ctx.db, async (tx) => {
    const current = await lockSession(tx, session);
    if (current.passwordHash !== session.passwordHash) throw wrongPassword();
    await setPassword(tx, { userId, passwordHash, keep }, browser);
    await auditAccount(ctx, tx, { userId, action: "account.change_password" });
  });
  // The browser is known by the password: it is told anew.
  return { answer: { done: true }, session: browser.token };
};

/** A session that was left open is not enough to take an account over. */
async function requireCurrent(
  ctx: Pick<Context, "db" | "config">,
  { id, email, passwordHash }: GoodSession,
  given: string | undefined,
): Promise<void> {
  if (!passwordHash) return;
  const trier = sessionTrier(email, id);
  await countTry(ctx, "password", trier);
  if (!(await isPassword(given ?? "", passwordHash))) throw wrongPassword();
  await forgetTries(ctx, "password", trier);
}

const wrongPassword = () =>
  invalidRequest("currentPassword", "This is not the account's password.", {
    reason: "password_wrong",
  });

/** @param change.keep the session that goes on */
async function setPassword(
  tx: TransactionSql,
  { userId, passwordHash, keep }: { userId: string; passwordHash: string; keep: string | null },
  browser: Browser,
): Promise<void> {
  const { count } = await tx`
    update identity_users set password_hash = ${passwordHash}, updated_at = now()
    where id = ${userId} and status = 'active'`;
  if (count === 0) throw wrongCode();
  await endSessions(tx, { userId, reason: "password_changed", keep });
  await tellOfChange(tx, { userId, change: "password_changed" }, browser);
}

/** Whether a text is one of the common passwords, or two of them one after the other. */
function isCommon(text: string): boolean {
  if (common.has(text)) return true;
  for (let at = 1; at < text.length; at += 1) {
    if (common.has(text.slice(0, at)) && common.has(text.slice(at))) return true;
  }
  return false;
}

function isRepeated(text: string): boolean {
  const longest = Math.min(LONGEST_UNIT, Math.floor(text.length / 2));
  for (let length = 1; length <= longest; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/**
 * Whether attackers try a password first: the address, few characters, a short piece over and over, or a common
 * password or two, ignoring the case, the signs between, and the digits around.
 */
function isGuessable(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) return true;
  if (new Set(password).size < LEAST_CHARACTERS || isRepeated(lower)) return true;
  const plain = lower.replace(/[^a-z0-9]/g, "");
  // Of other scripts the list knows nothing.
  if (plain.length < lower.length / 2) return false;
  const core = plain.replace(/^\d+|\d+$/g, "");
  return isRepeated(plain) || isCommon(plain) || (core !== "" && isCommon(core));
}

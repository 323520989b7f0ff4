import { transaction } from "@/db/client";
import { hashPassword } from "@/lib/adapters/identity/passwords";
import { isSignUpClosed, signUpClosed } from "@/lib/domain/merchants/sign-up-policy";
import { addAccount, findAccount, hasAddress } from "./accounts";
import { auditAccount } from "./audit-account";
import type { IdentityVerb } from "./browser";
import { type AskedCode, askForCode, forgetAsking, takeCode } from "./codes";
import { afterFirstFactor, type SignInStep, wrongCode } from "./first-factor";
import { refuseGuessable } from "./passwords";
import { isInvited } from "./take-invitation";
import { browserTrier } from "./trier";

/**
 * Begins an account: it is there once the code of the mail is given. An address that has one is answered the same.
 * @throws Refusal `permission_denied` with `sign_up_closed`, unless the address is invited as an admin user
 */
export const signUp: IdentityVerb<{ email: string; password: string }, AskedCode> = async (
  ctx,
  { email, password },
  browser,
) => {
  const isClosed = await isSignUpClosed(ctx.db, ctx.config);
  // Said of every other address alike, so that it tells of no account.
  if (isClosed && !(await isInvited(ctx, email))) throw signUpClosed();
  refuseGuessable(password, email);
  const [passwordHash, known] = await Promise.all([
    hashPassword(password),
    findAccount(ctx.db, email),
  ]);
  const userId = known?.id ?? null;
  const asked = { purpose: "sign_up", email, userId, hasAccount: userId !== null } as const;
  const trier = browserTrier(ctx.config, browser, { subject: email, account: known });
  const answer = await askForCode(ctx, { ...asked, passwordHash }, trier);
  return { answer };
};

/** Signs in by a code: the one of a sign-up makes the account. */
export const verifyCode: IdentityVerb<{ flow: string; code: string }, SignInStep> = async (
  ctx,
  input,
  browser,
) => {
  const taken = await takeCode(ctx, input, ["sign_up", "sign_in"]);
  if (!taken) throw wrongCode();
  const { email: subject } = taken;
  const account = await findAccount(ctx.db, subject);
  await forgetAsking(ctx, browserTrier(ctx.config, browser, { subject, account }));
  return transaction(ctx.db, async (tx) => {
    if (taken.purpose === "sign_up") {
      const userId = await addAccount(tx, taken);
      if (userId === null) throw wrongCode();
      await auditAccount(ctx, tx, { userId, action: "account.created" });
      return afterFirstFactor(tx, { userId, amr: ["pwd", "email"] }, browser);
    }
    const { userId, email } = taken;
    if (userId === null || !(await hasAddress(tx, { userId, email }))) throw wrongCode();
    return afterFirstFactor(tx, { userId, amr: ["email"] }, browser);
  });
};

/** Mails a code to sign in with, if the address has an account; the answer is the same if not. */
export const askToSignIn: IdentityVerb<{ email: string }, AskedCode> = async (
  ctx,
  { email },
  browser,
) => {
  const account = await findAccount(ctx.db, email);
  const userId = account?.status === "active" ? account.id : null;
  const trier = browserTrier(ctx.config, browser, { subject: email, account });
  return { answer: await askForCode(ctx, { purpose: "sign_in", email, userId }, trier) };
};

import { transaction } from "@/db/client";
import { isPassword } from "@/lib/adapters/identity/passwords";
import { findAccount } from "./accounts";
import type { IdentityVerb } from "./browser";
import { afterFirstFactor, type SignInStep, wrongCredentials } from "./first-factor";
import { countTry, forgetTries } from "./throttle";
import { browserTrier } from "./trier";

/** Signs in by a password. Whether the address or the password was wrong, neither answer nor time tells. */
export const signIn: IdentityVerb<{ email: string; password: string }, SignInStep> = async (
  ctx,
  { email, password },
  browser,
) => {
  const account = await findAccount(ctx.db, email);
  const trier = browserTrier(ctx.config, browser, { subject: email, account });
  await countTry(ctx, "password", trier);
  const isRight = await isPassword(password, account?.passwordHash ?? null);
  if (!account || !isRight) throw wrongCredentials();
  await forgetTries(ctx, "password", trier);
  return transaction(ctx.db, (tx) =>
    afterFirstFactor(
      tx,
      { userId: account.id, amr: ["pwd"], passwordHash: account.passwordHash },
      browser,
    ),
  );
};

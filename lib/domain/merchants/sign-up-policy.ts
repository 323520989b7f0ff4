import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";

type Policy = Pick<Env, "PLATFORM_FEES" | "SIGN_UP">;

/** Whether only people who were invited sign up here: the settings say so, or no further merchant is taken. */
export const isSignUpClosed = async (db: Db, policy: Policy): Promise<boolean> =>
  policy.SIGN_UP === "closed" || (await isMerchantClosed(db, policy));

/**
 * Whether no further person gets a merchant here: the installation takes no fees, and a person has a merchant already. The
 * first person to sign up is the one who runs it.
 */
export async function isMerchantClosed(
  db: Db,
  { PLATFORM_FEES }: Pick<Policy, "PLATFORM_FEES">,
): Promise<boolean> {
  if (PLATFORM_FEES === "on") return false;
  const [row] = await db<{ closed: boolean }[]>`
    select exists (select from memberships) as closed`;
  return row?.closed === true;
}

/** The refusal of a new account or merchant in an installation that is closed. */
export const signUpClosed = () =>
  new Refusal("permission_denied", "This installation is closed: it takes no new merchants.", {
    details: { reason: "sign_up_closed" },
  });

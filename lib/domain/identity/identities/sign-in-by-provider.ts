import { type TransactionSql, transaction } from "@/db/client";
import type { ForeignIdentity } from "@/lib/adapters/identity/oauth-config";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { addAccount, findAccount } from "@/lib/domain/identity/accounts";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { afterFirstFactor, type SignInStep } from "@/lib/domain/identity/first-factor";
import { STEP_UP_MS } from "@/lib/domain/identity/sessions";
import { isInvited } from "@/lib/domain/identity/take-invitation";
import { isSignUpClosed, signUpClosed } from "@/lib/domain/merchants/sign-up-policy";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { FEDERATED } from "./federated";

/**
 * Signs in a person whom another provider has identified, by its name for them alone: an address proves nothing of an
 * account that is there. One that is unknown gets an account, if it brings a verified address that has none.
 * @throws Refusal `authentication_error` with `identity_unverified` or `link_required`
 * @throws Refusal `permission_denied` with `sign_up_closed`
 */
export const signInByProvider: IdentityVerb<ForeignIdentity, SignInStep> = (
  ctx,
  identity,
  browser,
) =>
  transaction(ctx.db, async (tx) => {
    const [known] = await tx<{ userId: string }[]>`
      update identity_accounts set last_used_at = now()
      where issuer = ${identity.issuer} and subject = ${identity.subject}
      returning user_id`;
    const userId = known?.userId ?? (await signUpByProvider(ctx, tx, identity));
    // An account that begins with this sign-in has nothing to protect yet.
    const authTime = known ? authTimeOf(identity) : null;
    return afterFirstFactor(tx, { userId, amr: [FEDERATED], authTime }, browser);
  });

/**
 * When a person has authenticated, by their provider's word. An open session there may be anyone's who has the browser:
 * where the provider does not say that they authenticated lately, the time is just too long ago for a step-up.
 */
function authTimeOf({ authTime }: ForeignIdentity): Date {
  const now = Date.now();
  const tooOld = now - STEP_UP_MS - 1_000;
  return new Date(Math.min(now, Math.max(tooOld, (authTime ?? 0) * 1_000)));
}

async function signUpByProvider(
  ctx: Context<PublicActor>,
  tx: TransactionSql,
  identity: ForeignIdentity,
): Promise<string> {
  const email = verifiedEmail(identity);
  if (await findAccount(tx, email)) throw linkRequired();
  const isClosed = await isSignUpClosed(ctx.db, ctx.config);
  if (isClosed && !(await isInvited(ctx, email))) throw signUpClosed();
  const userId = await addAccount(tx, { email, passwordHash: null });
  if (userId === null || !(await addIdentity(tx, userId, identity))) throw linkRequired();
  const after = { provider: identity.provider };
  await auditAccount(ctx, tx, { userId, action: "account.created", after });
  return userId;
}

/** @throws Refusal `authentication_error` with `identity_unverified` */
function verifiedEmail({ email, emailVerified }: ForeignIdentity): string {
  if (email !== null && emailVerified) return email;
  throw new Refusal("authentication_error", "The provider has not verified the address.", {
    details: { reason: "identity_unverified" },
  });
}

const linkRequired = () =>
  new Refusal("authentication_error", "The address has an account: sign in to it, and link.", {
    details: { reason: "link_required" },
  });

/** @returns false when the identity belongs to an account already */
export async function addIdentity(
  tx: TransactionSql,
  userId: string,
  identity: ForeignIdentity,
): Promise<boolean> {
  const { provider, issuer, subject } = identity;
  const { count } = await tx`
    insert into identity_accounts (id, user_id, provider, issuer, subject, email)
    values (${newId("identityAccount")}, ${userId}, ${provider}, ${issuer}, ${subject},
      ${verifiedEmail(identity)})
    on conflict (issuer, subject) do nothing`;
  return count === 1;
}

import { transaction } from "@/db/client";
import { privyKeys } from "@/lib/adapters/env/identity-settings";
import { hashPassword } from "@/lib/adapters/identity/passwords";
import type { InputOf } from "@/lib/contract/endpoint";
import type { onboardMerchant as declaration } from "@/lib/contract/merchants/merchant-account";
import { addAccount, findAccount } from "@/lib/domain/identity/accounts";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import { embeddedStore } from "@/lib/domain/identity/embedded-store";
import { lockUser, syncUser } from "@/lib/domain/identity/sync-user";
import { onboardMerchant } from "@/lib/domain/merchants/onboard-merchant";
import type { Context, OperatorActor, SessionActor } from "@/lib/domain/platform/context";

type Ctx = Context<OperatorActor>;

/** Who is to sign in for a merchant. */
export interface OwnerSeed {
  readonly merchantId: string;
  readonly email: string;
  /** Without one the owner signs in by a code that is mailed. */
  readonly password: string | null;
}

/**
 * Gives a merchant that is there an owner with an account of our own identity provider, as signing up and syncing would; an
 * account that is there stays as it is.
 * @returns the user's id; null where accounts are at another provider, which alone can make them
 */
export async function seedOwner(ctx: Ctx, owner: OwnerSeed): Promise<string | null> {
  if (privyKeys(ctx.config)) return null;
  const { merchantId, email, password } = owner;
  const known = await findAccount(ctx.db, email);
  const passwordHash = known || password === null ? null : await hashPassword(password);
  const subject = await transaction(ctx.db, async (tx) => {
    const added = known ? null : await addAccount(tx, { email, passwordHash });
    if (added) await auditAccount(ctx, tx, { userId: added, action: "account.created" });
    const accountId = added ?? (await findAccount(tx, email))?.id;
    if (!accountId) throw new Error("the account is there");
    const { id: userId } = await lockUser(tx, { provider: "embedded", subject: accountId });
    await tx`
      insert into memberships (user_id, merchant_id, is_default)
      values (${userId}, ${merchantId}, not exists (
        select from memberships where user_id = ${userId} and is_default
      ))
      on conflict do nothing`;
    return { userId, accountId };
  });
  const account = await embeddedStore(ctx.db).findAccount(subject.accountId);
  if (!account) throw new Error("the account is there");
  const { factors: secondFactors, ...rest } = account;
  const named = { provider: "embedded", subject: subject.accountId };
  await syncUser(ctx, { ...named, ...rest, emailVerified: true, secondFactors });
  return subject.userId;
}

/** Tells about a merchant's business as its owner would, once. */
export async function seedBusiness(
  ctx: Ctx,
  { merchantId, userId }: { merchantId: string; userId: string },
  business: InputOf<typeof declaration>,
): Promise<void> {
  const done = await ctx.db`
    select from merchants where id = ${merchantId} and onboarded_at is not null`;
  if (done.length > 0) return;
  const actor: SessionActor = {
    kind: "session",
    sessionId: "seed",
    mode: "live",
    merchantId,
    userId,
  };
  const session = { ...ctx, actor };
  const registration = await onboardMerchant.prepare(session, business);
  await onboardMerchant.run(session, business, registration);
}

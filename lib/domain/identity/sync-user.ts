import { type TransactionSql, transaction } from "@/db/client";
import type { users } from "@/db/schema/users";
import { embeddedName } from "@/lib/adapters/identity/embedded-provider";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { syncMerchant } from "@/lib/contract/merchants/merchants";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { accountMails } from "@/lib/domain/merchants/account-mails";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { UNNAMED } from "@/lib/domain/merchants/read-onboarding";
import { isMerchantClosed, signUpClosed } from "@/lib/domain/merchants/sign-up-policy";
import { unlockLiveMode } from "@/lib/domain/merchants/unlock-live-mode";
import type { Context } from "@/lib/domain/platform/context";
import { auditAccount } from "./audit-account";
import { isInvited, refreshAdmin } from "./take-invitation";

type Creator = Pick<Context, "requestId" | "chains"> & {
  readonly config: Pick<Context["config"], "PLATFORM_FEES" | "SIGN_UP" | "ADMIN_BOOTSTRAP_EMAIL">;
};

type UserRow = Pick<typeof users.$inferSelect, "id" | "status">;

/**
 * Creates a user and a merchant for a user of an identity provider, or updates them. Two calls at once make one of
 * each.
 * @throws Refusal `authentication_error` with `token_invalid`: the user is disabled
 * @throws Refusal `permission_denied` with `sign_up_closed`: a merchant would have to be made
 */
export async function syncUser(
  ctx: Creator & Pick<Context, "db">,
  profile: IdentityProfile,
): Promise<OutputOf<typeof syncMerchant>> {
  const email = profile.emailVerified ? profile.email : null;
  return transaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, profile);
    if (user.status === "disabled") throw userDisabled();
    await refreshAdmin(tx, profile, email);
    const known = await refreshMerchant(tx, user.id, profile);
    if (known === null) await refuseStranger(ctx, tx, { provider: profile.provider, email });
    const merchantId = known ?? (await addMerchant(ctx, tx, user.id, email));
    return readMerchant({ ...ctx, db: tx }, merchantId, "test");
  });
}

export const userDisabled = () =>
  new Refusal("authentication_error", "The user is disabled.", {
    details: { reason: "token_invalid" },
  });

/** The user of an identity, created when there is none; locked until the transaction ends. */
export async function lockUser(
  tx: TransactionSql,
  { provider, subject }: Pick<IdentityProfile, "provider" | "subject">,
): Promise<UserRow> {
  await tx`
    insert into users (id, provider, subject) values (${newId("user")}, ${provider}, ${subject})
    on conflict (provider, subject) do nothing`;
  const [user] = await tx<UserRow[]>`
    select id, status from users where provider = ${provider} and subject = ${subject} for no key update`;
  if (!user) throw new Error("the user is there");
  return user;
}

/**
 * Takes over the user's address for the merchants that they are the first owner of; an unverified address leaves the
 * merchants' as they are. A user who also has a second factor may now qualify for live mode.
 * @returns their default merchant; null when they have none
 */
export async function refreshMerchant(
  tx: TransactionSql,
  userId: string,
  profile: Pick<IdentityProfile, "email" | "emailVerified" | "secondFactors">,
): Promise<string | null> {
  const email = profile.emailVerified ? profile.email : null;
  const [membership] = await tx<{ merchantId: string }[]>`
    select merchant_id from memberships where user_id = ${userId} and is_default`;
  if (!membership) return null;
  const changed = await tx<{ id: string; isFirst: boolean }[]>`
    update merchants m set email = ${email}, updated_at = clock_now()
    from (
      select b.id, b.email from memberships s join merchants b on b.id = s.merchant_id
      where s.user_id = ${userId} and not exists (
        select from memberships f where f.merchant_id = s.merchant_id
          and (f.created_at, f.user_id) < (s.created_at, s.user_id)
      )
    ) o
    where m.id = o.id and ${email}::text is not null and m.email is distinct from ${email}
    returning m.id, o.email is null as is_first`;
  const isReached = changed.some(({ id, isFirst }) => isFirst && id === membership.merchantId);
  if (isReached) await welcome(tx, membership.merchantId);
  if (email !== null && profile.secondFactors.length > 0) await unlockLiveMode(tx, userId);
  return membership.merchantId;
}

/** Accounts of our own were asked for an invitation as they were made; others are made elsewhere. */
async function refuseStranger(
  { config }: Creator,
  db: TransactionSql,
  { provider, email }: { provider: string; email: string | null },
): Promise<void> {
  if (config.SIGN_UP === "open" || provider === embeddedName) return;
  if (email === null || !(await isInvited({ db, config }, email))) throw signUpClosed();
}

/** Of two who are the first at the same time one is. */
async function refuseClosed(tx: TransactionSql, config: Creator["config"]): Promise<void> {
  if (config.PLATFORM_FEES === "on") return;
  await tx`select pg_advisory_xact_lock(hashtext('first_merchant'))`;
  if (await isMerchantClosed(tx, config)) throw signUpClosed();
}

async function addMerchant(
  ctx: Creator,
  tx: TransactionSql,
  userId: string,
  email: string | null,
): Promise<string> {
  await refuseClosed(tx, ctx.config);
  const merchantId = newId("merchant");
  await tx`
    insert into merchants (id, business_name, email) values (${merchantId}, ${UNNAMED}, ${email})`;
  await tx`
    insert into memberships (user_id, merchant_id, is_default) values (${userId}, ${merchantId}, true)`;
  await auditAccount(ctx, tx, { userId, action: "merchant.created", after: { merchantId } });
  await welcome(tx, merchantId);
  return merchantId;
}

/** Once, as soon as there is an address. */
const welcome = (tx: TransactionSql, merchantId: string): Promise<void> =>
  queueMail(tx, accountMails.welcome, { merchantId, mode: "test", about: merchantId });

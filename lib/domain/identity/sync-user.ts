import { type TransactionSql, transaction } from "@/db/client";
import type { users } from "@/db/schema/users";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { syncMerchant } from "@/lib/contract/merchants";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context } from "@/lib/domain/context";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { auditAccount } from "./audit-account";

type UserRow = Pick<typeof users.$inferSelect, "id" | "status">;

/** What a business is called until its owner names it. */
export const UNNAMED = "New business";

/**
 * Gives somebody whom an identity provider knows a user and a merchant, or brings them up to date. Twice at once makes
 * one of each.
 * @throws Refusal `authentication_error` with `token_invalid`: the user is disabled
 */
export async function syncUser(
  ctx: Pick<Context, "db" | "requestId">,
  profile: IdentityProfile,
): Promise<OutputOf<typeof syncMerchant>> {
  const email = profile.emailVerified ? profile.email : null;
  return transaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, profile);
    if (user.status === "disabled") {
      throw new Refusal("authentication_error", "The user is disabled.", {
        details: { reason: "token_invalid" },
      });
    }
    const merchantId =
      (await refreshMerchant(tx, user.id, email)) ?? (await addMerchant(ctx, tx, user.id, email));
    return readMerchant(tx, merchantId, "test");
  });
}

/** The user of an identity, who is made if there is none; nobody else changes them until the transaction ends. */
export async function lockUser(
  tx: TransactionSql,
  { provider, subject }: Pick<IdentityProfile, "provider" | "subject">,
): Promise<UserRow> {
  await tx`
    insert into users (id, provider, subject) values (${newId("user")}, ${provider}, ${subject})
    on conflict (provider, subject) do nothing`;
  const [user] = await tx<UserRow[]>`
    select id, status from users where provider = ${provider} and subject = ${subject} for update`;
  if (!user) throw new Error("the user is there");
  return user;
}

/**
 * Takes over the address of somebody for the merchants that they are the first owner of.
 * @param email null leaves the merchants' as they are
 * @returns their default merchant; null when they have none
 */
export async function refreshMerchant(
  tx: TransactionSql,
  userId: string,
  email: string | null,
): Promise<string | null> {
  const [membership] = await tx<{ merchantId: string }[]>`
    select merchant_id from memberships where user_id = ${userId} and is_default`;
  if (!membership) return null;
  await tx`
    update merchants set email = ${email}, updated_at = clock_now()
    where ${email}::text is not null and email is distinct from ${email} and id in (
      select s.merchant_id from memberships s
      where s.user_id = ${userId} and not exists (
        select from memberships f where f.merchant_id = s.merchant_id and f.created_at < s.created_at
      )
    )`;
  return membership.merchantId;
}

async function addMerchant(
  ctx: Pick<Context, "requestId">,
  tx: TransactionSql,
  userId: string,
  email: string | null,
): Promise<string> {
  const merchantId = newId("merchant");
  await tx`
    insert into merchants (id, business_name, email) values (${merchantId}, ${UNNAMED}, ${email})`;
  await tx`
    insert into memberships (user_id, merchant_id, is_default) values (${userId}, ${merchantId}, true)`;
  await auditAccount(ctx, tx, { userId, action: "merchant.created", after: { merchantId } });
  return merchantId;
}

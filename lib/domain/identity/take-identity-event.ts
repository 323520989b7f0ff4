import { type TransactionSql, transaction } from "@/db/client";
import type { IdentityProfile, IdentityProvider } from "@/lib/adapters/identity/identity-provider";
import type { IdentityEvent, IdentityWebhook } from "@/lib/adapters/identity/privy-webhook";
import type { Context } from "@/lib/domain/platform/context";
import { auditAccount } from "./audit-account";
import { lockUser, refreshMerchant } from "./sync-user";
import { refreshAdmin } from "./take-invitation";

/** No token that was issued before lives so long, and no webhook is sent again after it. */
const KEPT_DAYS = 30;

type Taker = Pick<Context, "db" | "requestId">;

/**
 * Applies a change of a user at their identity provider. A webhook is taken once, even when it is sent several times.
 * The address is read from the provider, since webhooks come late and out of order.
 */
export async function takeIdentityEvent(
  ctx: Taker,
  provider: IdentityProvider,
  { id, type, event }: IdentityWebhook,
): Promise<void> {
  const [seen] = await ctx.db`select from identity_webhook_events where id = ${id}`;
  if (seen) return;
  const profile = await profileFor(ctx, provider, event);
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      insert into identity_webhook_events (id, type, expires_at)
      values (${id}, ${type}, now() + ${KEPT_DAYS} * interval '1 day')
      on conflict (id) do nothing`;
    if (count === 0 || !event) return;
    if (event.kind === "merged") await mergeUsers(ctx, tx, provider.name, event);
    if (event.kind === "deleted") await revokeTokens(tx, provider.name, event.subject);
    if (profile) await refresh(tx, profile);
  });
}

/** The current profile of a changed user; null for other events and for unknown users. */
async function profileFor(
  { db }: Taker,
  provider: IdentityProvider,
  event: IdentityEvent | null,
): Promise<IdentityProfile | null> {
  if (event?.kind !== "changed") return null;
  const [user] = await db`
    select from users where provider = ${provider.name} and subject = ${event.subject}
    union all
    select from admin_users where provider = ${provider.name} and subject = ${event.subject}`;
  return user ? provider.getIdentity(event.subject) : null;
}

async function refresh(tx: TransactionSql, profile: IdentityProfile): Promise<void> {
  const user = await lockUser(tx, profile);
  await refreshAdmin(tx, profile, profile.emailVerified ? profile.email : null);
  await refreshMerchant(tx, user.id, profile);
}

/** Refuses all tokens of the user that were issued until now. */
export async function revokeTokens(
  tx: TransactionSql,
  provider: string,
  subject: string,
): Promise<void> {
  await tx`
    insert into identity_revocations (provider, subject, until, expires_at)
    values (${provider}, ${subject}, now(), now() + ${KEPT_DAYS} * interval '1 day')
    on conflict (provider, subject)
    do update set until = excluded.until, expires_at = excluded.expires_at`;
}

interface UserRow {
  readonly id: string;
  readonly status: string;
}

/**
 * Merges an account into another one: its merchants move along, its admin user too, and its old tokens are refused. A
 * sign-in that was locked stays locked. An admin user need not have been a user of the API.
 */
async function mergeUsers(
  ctx: Taker,
  tx: TransactionSql,
  provider: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await revokeTokens(tx, provider, from);
  if (from === to) return;
  const [old] = await tx<UserRow[]>`
    select id, status from users where provider = ${provider} and subject = ${from} for no key update`;
  const adminUserId = await moveAdmin(tx, provider, { from, to });
  if (!old && !adminUserId) return;
  const user = await lockUser(tx, { provider, subject: to });
  const moved = old ? { from: old.id, merchantIds: await moveMerchants(tx, old, user) } : {};
  const isLocked = old?.status === "disabled" && (await disable(tx, user.id));
  if (isLocked) await revokeTokens(tx, provider, to);
  const after = {
    ...moved,
    ...(isLocked ? { locked: true } : {}),
    ...(adminUserId ? { adminUserId } : {}),
  };
  await auditAccount(ctx, tx, { userId: user.id, action: "account.merge", after });
}

/** Moves merchants to another user, with what the person has chosen for each. @returns those that it did not have */
async function moveMerchants(
  tx: TransactionSql,
  old: UserRow,
  user: Pick<UserRow, "id">,
): Promise<string[]> {
  const [kept] = await tx`
    select from memberships where user_id = ${user.id} and is_default`;
  const moved = await tx<{ merchantId: string }[]>`
    insert into memberships (user_id, merchant_id, role, is_default, created_at)
    select ${user.id}, merchant_id, role, is_default and ${kept === undefined}, created_at
    from memberships where user_id = ${old.id}
    on conflict (user_id, merchant_id) do nothing
    returning merchant_id`;
  await tx`
    insert into notification_preferences (merchant_id, user_id, kind, bell, mail)
    select merchant_id, ${user.id}, kind, bell, mail
    from notification_preferences where user_id = ${old.id}
    on conflict (merchant_id, user_id, kind) do nothing`;
  await tx`delete from memberships where user_id = ${old.id}`;
  return moved.map(({ merchantId }) => merchantId);
}

/**
 * An admin user follows their account, unless the other one is an admin user itself.
 * @returns the admin user that was moved
 */
async function moveAdmin(
  tx: TransactionSql,
  provider: string,
  { from, to }: { from: string; to: string },
): Promise<string | null> {
  const [moved] = await tx<{ id: string }[]>`
    update admin_users set subject = ${to}, updated_at = clock_now()
    where provider = ${provider} and subject = ${from} and not exists (
      select from admin_users where provider = ${provider} and subject = ${to}
    ) returning id`;
  return moved?.id ?? null;
}

/** @returns whether it was active */
async function disable(tx: TransactionSql, userId: string): Promise<boolean> {
  const { count } = await tx`
    update users set status = 'disabled' where id = ${userId} and status = 'active'`;
  return count > 0;
}

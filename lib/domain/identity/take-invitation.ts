import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { IdentityProfile, VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import { newId } from "@/lib/core/ids";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";

interface Sources {
  readonly db: Db;
  readonly config: Pick<Env, "ADMIN_BOOTSTRAP_EMAIL">;
  readonly profile: () => Promise<IdentityProfile | null>;
}

interface Opening {
  isInvited: boolean;
  isEmpty: boolean;
}

/**
 * Gives an invitation to the user who signs in with its address, once the identity provider has verified that address.
 * While there is no admin user at all, `ADMIN_BOOTSTRAP_EMAIL` counts as an invitation of a super admin.
 * @returns whether the user has become an admin user
 */
export async function takeInvitation(
  { db, config, profile }: Sources,
  token: Pick<VerifiedToken, "provider" | "subject" | "sessionId">,
): Promise<boolean> {
  const bootstrap = config.ADMIN_BOOTSTRAP_EMAIL?.toLowerCase();
  const [opening] = await db<Opening[]>`
    select exists (select from admin_users where provider is null) as is_invited,
      not exists (select from admin_users) as is_empty`;
  if (!opening?.isInvited && !(opening?.isEmpty && bootstrap !== undefined)) return false;
  const user = await profile();
  if (!user?.email || !user.emailVerified || user.disabled) return false;
  const email = user.email.toLowerCase();
  return transaction(db, async (tx) => {
    if (opening.isEmpty && email === bootstrap) await addFirst(tx, email);
    return bind(tx, email, token);
  });
}

/** Whether an address waits for its admin user: by an invitation, or as the first one by `ADMIN_BOOTSTRAP_EMAIL`. */
export async function isInvited(
  { db, config }: Pick<Sources, "db" | "config">,
  address: string,
): Promise<boolean> {
  const email = address.toLowerCase();
  const isFirst = config.ADMIN_BOOTSTRAP_EMAIL?.toLowerCase() === email;
  const [row] = await db<{ invited: boolean }[]>`
    select exists (
      select from admin_users
      where lower(email) = ${email} and provider is null and status = 'active'
    ) or (${isFirst} and not exists (select from admin_users)) as invited`;
  return row?.invited === true;
}

/** Of several who sign in at the same time one adds it. */
async function addFirst(tx: TransactionSql, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('admin_users'))`;
  await tx`
    insert into admin_users (id, email, role)
    select ${newId("adminUser")}, ${email}, 'super_admin'
    where not exists (select from admin_users)`;
}

async function bind(
  tx: TransactionSql,
  email: string,
  { provider, subject, sessionId }: Pick<VerifiedToken, "provider" | "subject" | "sessionId">,
): Promise<boolean> {
  const [row] = await tx<{ id: string; role: AdminRole }[]>`
    update admin_users set provider = ${provider}, subject = ${subject}, updated_at = clock_now()
    where lower(email) = ${email} and provider is null and status = 'active'
    returning id, role`;
  if (!row) return false;
  const actor = { kind: "admin", adminId: row.id, role: row.role, sessionId } as const;
  await recordAudit({ actor, requestId: newId("request") }, tx, {
    action: "admin_user.join",
    subject: { type: "admin_user", id: row.id },
    before: null,
    after: { provider, subject, role: row.role },
  });
  return true;
}

/**
 * An admin user is told at their account's address as it is now, and not at one that they have given up. One that
 * another admin user or an invitation has is not taken.
 */
export async function refreshAdmin(
  tx: TransactionSql,
  { provider, subject }: Pick<IdentityProfile, "provider" | "subject">,
  email: string | null,
): Promise<void> {
  await tx`
    update admin_users a set email = ${email}, updated_at = clock_now()
    where a.provider = ${provider} and a.subject = ${subject} and ${email}::text is not null
      and a.email is distinct from ${email} and not exists (
        select from admin_users o where lower(o.email) = lower(${email}) and o.id <> a.id
      )`;
}

import { type TransactionSql, transaction } from "@/db/client";
import type {
  changeAdminRole as declarationOfRole,
  changeAdminStatus as declarationOfStatus,
} from "@/lib/contract/admin/admins";
import type { InputOf } from "@/lib/contract/endpoint";
import { type AdminChange, adminChangedMail } from "@/lib/domain/identity/admin-mails";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import type { AdminView } from "./admin-rows";
import { lockAdmins, refuseSelfAndLast } from "./lock-admins";

/**
 * Changes an admin user's role, and mails them. The role that already holds stays, without an entry in the audit log.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `own_admin_user` or `last_super_admin`
 */
export const changeAdminRole = (
  ctx: Context<AdminActor>,
  { id, role }: InputOf<typeof declarationOfRole>,
): Promise<AdminView> => change(ctx, id, { role });

/**
 * Suspends an admin user, or makes them active again; what already holds stays. A suspended one is refused at the next
 * request.
 * @throws Refusal as `changeAdminRole` does
 */
export const changeAdminStatus = (
  ctx: Context<AdminActor>,
  { id, status }: InputOf<typeof declarationOfStatus>,
): Promise<AdminView> => change(ctx, id, { status });

/** Suspends an admin user: none is ever deleted, because the audit log names them. */
export const removeAdmin = (ctx: Context<AdminActor>, { id }: { id: string }): Promise<AdminView> =>
  change(ctx, id, { status: "suspended" });

async function change(
  ctx: Context<AdminActor>,
  id: string,
  wanted: Partial<Pick<AdminView, "role" | "status">>,
): Promise<AdminView> {
  return transaction(ctx.db, async (tx) => {
    const locked = await lockAdmins(tx, ctx.actor, id);
    const { target } = locked;
    const after = { ...target, ...wanted };
    if (after.role === target.role && after.status === target.status) return target;
    refuseSelfAndLast(ctx.actor, locked, after);
    await tx`
      update admin_users set role = ${after.role}, status = ${after.status},
        updated_at = clock_now()
      where id = ${id} and role = ${target.role} and status = ${target.status}`;
    const changed = "role" in wanted ? "role" : "status";
    const auditId = await recordAudit(ctx, tx, {
      action: `admin_user.change_${changed}`,
      subject: { type: "admin_user", id },
      before: { role: target.role, status: target.status },
      after: { role: after.role, status: after.status },
    });
    await tell(tx, after, { changed, about: auditId });
    return after;
  });
}

/** Mails the admin user what they have become. */
async function tell(
  tx: TransactionSql,
  { email, role, status }: AdminView,
  { changed, about }: Pick<AdminChange, "changed"> & { about: string },
): Promise<void> {
  const facts: AdminChange = { role, status, changed };
  await queueMails(
    tx,
    tx`select null as merchant_id, 'live' as mode, ${adminChangedMail.kind} as kind,
      ${email} as recipient, ${about} as about, false as withheld,
      ${JSON.stringify(facts)}::text::jsonb as facts`,
  );
}

import type { TransactionSql } from "@/db/client";
import { invalidState, notFound, Refusal } from "@/lib/core/errors";
import type { AdminActor } from "@/lib/domain/platform/context";
import { type AdminRow, type AdminView, selectAdmins, viewAdmin } from "./admin-rows";

/**
 * Locks all admin users, in the order of their ids, for a change of one of them: two changes at the same time must not
 * leave the platform without a super admin. The actor's role is read again: it may have changed while this waited.
 * @throws Refusal `not_found`
 * @throws Refusal `permission_denied` with `role_missing`: the actor is no active super admin any more
 */
export async function lockAdmins(
  tx: TransactionSql,
  { adminId }: AdminActor,
  id: string,
): Promise<{ target: AdminView; others: readonly AdminView[] }> {
  await tx`select from admin_users order by id for no key update`;
  const rows = (await tx<AdminRow[]>`${selectAdmins(tx)} order by id`).map(viewAdmin);
  const actor = rows.find((row) => row.id === adminId);
  refuseUnlessSuper(actor);
  const target = rows.find((row) => row.id === id);
  if (!target) throw notFound("admin user");
  return { target, others: rows.filter((row) => row.id !== id) };
}

/**
 * Locks the actor's own row against a change, so that what only a super admin may do is done by one.
 * @throws Refusal `permission_denied` with `role_missing`: the actor is no active super admin any more
 */
export async function lockSuperAdmin(tx: TransactionSql, { adminId }: AdminActor): Promise<void> {
  const [row] = await tx<Pick<AdminRow, "role" | "status">[]>`
    select role, status from admin_users where id = ${adminId} for share`;
  refuseUnlessSuper(row);
}

function refuseUnlessSuper(actor: Pick<AdminView, "role" | "status"> | undefined): void {
  if (actor?.role === "super_admin" && actor.status === "active") return;
  throw new Refusal("permission_denied", "Your role does not allow this.", {
    details: { reason: "role_missing", requiredRole: "super_admin" },
  });
}

/**
 * Refuses a change of one's own role or status, and one that would leave no active super admin.
 * @throws Refusal `session_invalid_state` with `own_admin_user` or `last_super_admin`
 */
export function refuseSelfAndLast(
  { adminId }: AdminActor,
  { target, others }: Awaited<ReturnType<typeof lockAdmins>>,
  after: Pick<AdminView, "role" | "status">,
): void {
  const isSuper = ({ role, status }: Pick<AdminView, "role" | "status">) =>
    role === "super_admin" && status === "active";
  const currentStatus = target.status;
  if (!others.some(isSuper) && !isSuper(after)) {
    throw invalidState("One active super admin must remain.", {
      reason: "last_super_admin",
      currentStatus,
    });
  }
  if (target.id === adminId) {
    throw invalidState("You cannot change your own role or status.", {
      reason: "own_admin_user",
      currentStatus,
    });
  }
}

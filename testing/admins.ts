import type { Sql } from "@/db/client";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import { newId } from "@/lib/core/ids";
import type { AdminActor, Context, SystemActor } from "@/lib/domain/platform/context";

/** Adds an admin user, and gives the context that their calls have. */
export async function addAdminContext(
  { db, system }: { db: Sql; system: Context<SystemActor> },
  role: AdminRole = "super_admin",
): Promise<Context<AdminActor> & { readonly email: string }> {
  const adminId = newId("adminUser");
  const email = `${adminId}@example.com`;
  await db`insert into admin_users ${db({ id: adminId, email, role, provider: "test", subject: adminId })}`;
  const actor = { kind: "admin", adminId, role, sessionId: `ses_${adminId}` } as const;
  return { ...system, actor, email, requestId: newId("request") };
}

import type { adminUsers } from "@/db/schema/admin-users";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getSignedInAdmin as declaration } from "@/lib/contract/operations/admin";
import { notFound } from "@/lib/core/errors";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

type AdminRow = Pick<
  typeof adminUsers.$inferSelect,
  "id" | "email" | "name" | "role" | "status" | "createdAt"
>;

/** The admin user who asks. */
export async function getSignedInAdmin({
  db,
  actor,
}: Context<AdminActor>): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<AdminRow[]>`
    select id, email, name, role, status, created_at from admin_users where id = ${actor.adminId}`;
  if (!row) throw notFound("admin user");
  return { object: "admin_user", ...row };
}

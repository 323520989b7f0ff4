import type { z } from "zod";
import type { Db } from "@/db/client";
import type { adminUser } from "@/lib/contract/admin/admins";

export type AdminView = z.output<typeof adminUser>;
export type AdminRow = Omit<AdminView, "object">;

/** Admin users as the API shows them, without a condition. */
export function selectAdmins(db: Db) {
  return db`
    select id, email, name, role, status, provider is not null as joined, created_at
    from admin_users`;
}

export const viewAdmin = (row: AdminRow): AdminView => ({ object: "admin_user", ...row });

/** One admin user; undefined where there is none. */
export async function findAdminUser(db: Db, id: string): Promise<AdminView | undefined> {
  const [row] = await db<AdminRow[]>`${selectAdmins(db)} where id = ${id}`;
  return row && viewAdmin(row);
}

/** The admin user with an address, in any case; undefined where there is none. */
export async function findByEmail(db: Db, email: string): Promise<AdminView | undefined> {
  const [row] = await db<AdminRow[]>`
    ${selectAdmins(db)} where lower(email) = lower(${email}::text)`;
  return row && viewAdmin(row);
}

import type { Db } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";

/** A merchant that somebody belongs to. */
export type Business = Pick<typeof merchants.$inferSelect, "id" | "status"> & { name: string };

/** The merchants of an account of our own identity provider, the default one first; none until it was synced. */
export async function listBusinesses(db: Db, accountId: string): Promise<Business[]> {
  return db<Business[]>`
    select m.id, m.business_name as name, m.status
    from users u join memberships s on s.user_id = u.id join merchants m on m.id = s.merchant_id
    where u.provider = 'embedded' and u.subject = ${accountId} and u.status = 'active'
    order by s.is_default desc, m.created_at, m.id limit 100`;
}

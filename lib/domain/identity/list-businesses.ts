import type { Db } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";

/** A merchant that a user belongs to. */
export type Business = Pick<typeof merchants.$inferSelect, "id" | "status"> & { name: string };

/** The merchants of a provider's user, the default one first; none before the first sync. */
export async function listBusinesses(
  db: Db,
  { provider, subject }: { provider: string; subject: string },
): Promise<Business[]> {
  return db<Business[]>`
    select m.id, m.business_name as name, m.status
    from users u join memberships s on s.user_id = u.id join merchants m on m.id = s.merchant_id
    where u.provider = ${provider} and u.subject = ${subject} and u.status = 'active'
    order by s.is_default desc, m.created_at, m.id limit 100`;
}

/**
 * The address that was last synced for the user's default merchant. Spares a request to their provider.
 * @returns an empty text before they were synced
 */
export async function findSyncedEmail(
  db: Db,
  { provider, subject }: { provider: string; subject: string },
): Promise<string> {
  const [row] = await db<{ email: string | null }[]>`
    select m.email from users u join memberships s on s.user_id = u.id and s.is_default
    join merchants m on m.id = s.merchant_id
    where u.provider = ${provider} and u.subject = ${subject}`;
  return row?.email ?? "";
}

import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** Whether a merchant is, or was, registered on the chain of a mode: without that nothing can be paid to them. */
export async function isRegistered(
  db: Db,
  owner: { merchantId: string; mode: Mode },
): Promise<boolean> {
  const rows = await db`
    select from merchant_registrations where ${ownedBy(db, owner)} and status <> 'none' limit 1`;
  return rows.length > 0;
}

import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/**
 * The condition on a row of `alias` that it is the owner's, and a customer's where one is named, whose rows are
 * found by the index of hashes. What the hash leaves to compare stands in a case, so that the planner neither looks
 * for another index for it nor believes that it leaves next to nothing.
 */
export function ofCustomer(
  db: Db,
  owner: { readonly merchantId: string; readonly mode: Mode },
  alias: string,
  customerId: string | undefined,
) {
  if (customerId === undefined) return ownedBy(db, owner, alias);
  const row = db(alias);
  return db`
    customer_hash(${row}.customer_id) = customer_hash(${customerId})
    and ${row}.customer_id is not null
    and case when ${row}.customer_id = ${customerId} and ${ownedBy(db, owner, alias)} then true end`;
}

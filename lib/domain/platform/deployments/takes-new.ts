import type { Db } from "@/db/client";

/**
 * The condition on a registration `r` that something new may be opened there: the merchant is active in the registry, at
 * the final block, or was made active again in a block that is not final yet.
 */
export function takesNew(db: Db) {
  return db`(case r.status when 'active' then true when 'suspended' then coalesce((
    select seen.status = 'active' from registry_changes seen
    where seen.deployment_id = r.deployment_id and seen.chain_merchant_id = r.chain_merchant_id
      and seen.status is not null
    order by seen.block_number desc, seen.log_index desc limit 1
  ), false) else false end)`;
}

/**
 * The status that counts for something new of a merchant with a registration `r`: the account's, or the registry's where
 * that alone refuses. What was opened before is judged by neither.
 * @param account the account's status; that of a merchant `m` unless told
 */
export function openingStatus(db: Db, account = db`m.status`) {
  return db`(case when ${account} = 'active' and r.status in ('suspended', 'closed')
    and not ${takesNew(db)} then r.status else ${account} end)`;
}

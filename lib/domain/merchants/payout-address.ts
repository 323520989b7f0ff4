import type { Db } from "@/db/client";
import { type Chains, deploymentsOf } from "@/lib/adapters/chain/chains";
import type { Mode } from "@/lib/core/modes";

/**
 * A column of `merchants m`: where payments of a mode go. The registry that new payments use (see `readStanding`) says
 * so, else the newest other registry that has the merchant; before any has it, what the owner has said.
 */
export function payoutAddress(db: Db, chains: Chains, mode: Mode) {
  const used = deploymentsOf(chains, mode).find(({ contracts }) => contracts.processor);
  return db`coalesce(
    (
      select g.payout from merchant_registrations g
      where g.merchant_id = m.id and g.mode = ${mode} and g.status <> 'none'
      order by (g.deployment_id is not distinct from ${used?.id ?? null}) desc, g.created_at desc
      limit 1
    ),
    case when ${mode} = 'live' then m.payout_address else m.test_payout_address end
  )`;
}

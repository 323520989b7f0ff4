import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openCallStates } from "@/lib/core/states";
import type { Carrier } from "@/lib/domain/wallets/relay-task";

/** The condition on a call `c` that a wallet signs for it: one that is out of service only empties itself. */
export function isCarriedBy(db: Db, { role, shard: { wallet } }: Carrier) {
  return role === "retired"
    ? db`c.kind = 'sweep_wallet' and c.wallet = ${wallet}`
    : db`c.kind <> 'sweep_wallet'`;
}

/** The condition on a call `c` that it is to be looked at now. */
export function isDue(db: Db) {
  return db`c.state = 'queued' and (c.next_check_at is null or c.next_check_at <= clock_now())
    and (c.not_before is null or c.not_before <= clock_now())`;
}

/** The condition on a call `c` that no earlier one with its subject is open. */
export function isFirst(db: Db) {
  return db`not exists (
    select from operator_calls e
    where e.chain_id = c.chain_id and e.state in (${stateList(db, openCallStates)})
      and e.subject = c.subject and e.number < c.number
  )`;
}

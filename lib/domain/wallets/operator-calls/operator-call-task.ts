import { stateList } from "@/db/state-list";
import { openCallStates, sentCallStates } from "@/lib/core/states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { isCarriedBy, isDue, isFirst } from "./due-calls";
import { operatorCallSlots } from "./operator-call-slots";
import { takeOperatorCalls } from "./take-operator-calls";

/** Calls of the registry and the processor that an operator wants made. */
export const operatorCallTask: RelayTask = {
  slotKinds: ["operator_call"],
  carriedBy: ["operator", "retired"],
  slots: operatorCallSlots,
  waiting: (db, carrier, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(coalesce(c.next_check_at, c.not_before, c.created_at))) * 1000, 0)
        ::float8 as oldest_ms
    from operator_calls c
    where c.chain_id = ${carrier.shard.chainId} and c.state in (${stateList(db, openCallStates)})
      and ${isDue(db)} and ${isCarriedBy(db, carrier)} and ${isFirst(db)}`,
  take: takeOperatorCalls,
  // They are bound to no wallet before they are signed.
  async giveBack() {},
  async countBound(db, { chainId, wallet }) {
    const signed = await db`
      select from operator_calls
      where chain_id = ${chainId} and wallet = ${wallet}
        and state in (${stateList(db, sentCallStates)})`;
    return { queued: 0, signed: signed.length };
  },
  // What became of one is decided with its slot.
  async decide() {},
};

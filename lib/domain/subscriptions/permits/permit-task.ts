import { stateList } from "@/db/state-list";
import { openPermitStates } from "@/lib/core/states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { decidePermits } from "./decide-permits";
import { permitSlots } from "./permit-slots";
import { duePermits, giveBackPermits, takePermits } from "./take-permits";

/** Permits by which payers set what their subscriptions may charge, each in a transaction of its own. */
export const permitTask: RelayTask = {
  slotKinds: ["permit"],
  carriedBy: ["relayer"],
  slots: permitSlots,
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(created_at)) * 1000, 0)::float8 as oldest_ms
    from (${duePermits(db, shard, most)}) due`,
  take: takePermits,
  giveBack: giveBackPermits,
  async countBound(db, { chainId, wallet }) {
    const bound = await db<{ state: string }[]>`
      select state from payer_permits
      where chain_id = ${chainId} and wallet = ${wallet}
        and state in (${stateList(db, openPermitStates)})`;
    const queued = bound.filter(({ state }) => state === "queued").length;
    return { queued, signed: bound.length - queued };
  },
  decide: decidePermits,
};

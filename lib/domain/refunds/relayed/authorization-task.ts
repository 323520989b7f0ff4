import { stateList } from "@/db/state-list";
import { openAuthorizationStates } from "@/lib/core/refund-authorization-states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { authorizationSlots } from "./authorization-slots";
import { decideAuthorizations } from "./decide-authorizations";
import {
  dueAuthorizations,
  giveBackAuthorizations,
  takeAuthorizations,
} from "./take-authorizations";

/** Refunds that merchants have signed, each in a transaction of its own. */
export const refundAuthorizationTask: RelayTask = {
  slotKinds: ["refund"],
  carriedBy: ["relayer"],
  slots: authorizationSlots,
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(created_at)) * 1000, 0)::float8 as oldest_ms
    from (${dueAuthorizations(db, shard, most)}) due`,
  take: takeAuthorizations,
  giveBack: giveBackAuthorizations,
  async countBound(db, { chainId, wallet }) {
    const bound = await db<{ state: string }[]>`
      select state from refund_authorizations
      where chain_id = ${chainId} and wallet = ${wallet}
        and state in (${stateList(db, openAuthorizationStates)})`;
    const queued = bound.filter(({ state }) => state === "queued").length;
    return { queued, signed: bound.length - queued };
  },
  decide: decideAuthorizations,
};

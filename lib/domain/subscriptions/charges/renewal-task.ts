import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { dueRenewals } from "./due-renewals";
import { renewalSlots } from "./renewal-slots";
import { takeRenewals } from "./take-renewals";

/** Subscriptions whose next charge is due. */
export const renewalTask: RelayTask = {
  slotKinds: ["charge_batch"],
  carriedBy: ["relayer"],
  slots: renewalSlots,
  // What a block brings due is due together: nothing is to be waited for before the next one.
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      case when count(*) > 0 then 'infinity'::float8 else 0 end as oldest_ms
    from (${dueRenewals(db, shard, most)}) due`,
  take: takeRenewals,
  // What was taken is free again once its minute is over.
  async giveBack() {},
  async countBound(db, { chainId, wallet }) {
    const signed = await db`
      select from relay_batches b join subscription_renewals r on r.batch_id = b.id and r.open
      where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}`;
    return { queued: 0, signed: signed.length };
  },
  // What became of a charge is decided with its slot.
  async decide() {},
};

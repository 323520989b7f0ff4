import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { decideEnrolments } from "./decide-enrolments";
import { enrolmentQueues } from "./enrolment-queues";
import { enrolmentSlots } from "./enrolment-slots";
import { giveBackEnrolments, takeEnrolments } from "./take-enrolments";

/** Payers' signed subscriptions, each in a transaction of its own. */
export const enrolmentTask: RelayTask = {
  slotKinds: ["subscribe", "subscribe_signed"],
  carriedBy: ["relayer"],
  slots: enrolmentSlots,
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(o.due_at)) * 1000, 0)::float8 as oldest_ms
    from unnest(${enrolmentQueues(shard)}::text[]) as q(name) cross join lateral (
      select due_at from relay_open_submissions
      where queue = q.name and due_at <= clock_now() order by due_at limit ${most}
    ) o`,
  take: takeEnrolments,
  giveBack: giveBackEnrolments,
  async countBound(db, { chainId, wallet }) {
    const queues = enrolmentQueues({ chainId, coded: null });
    const [queued, signed] = await Promise.all([
      db`
        select from relay_open_submissions
        where queue = any (${queues}::text[]) and wallet = ${wallet}`,
      db`
        select from relay_batches b
        where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
          and b.kind in ('subscribe', 'subscribe_signed')`,
    ]);
    return { queued: queued.length, signed: signed.length };
  },
  decide: decideEnrolments,
};

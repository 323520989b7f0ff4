import { releaseHeld } from "@/lib/domain/payments/intake/release-held";
import { decideSubmissions } from "@/lib/domain/payments/outcomes/decide-submissions";
import { endExpired } from "@/lib/domain/payments/outcomes/end-expired";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { unclaimSubmissions } from "@/lib/domain/wallets/queue/claim-submissions";
import { ownQueues, waitingQueues } from "@/lib/domain/wallets/queue/work-queues";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { settlementSlots } from "./settlement-slots";
import { takeSettlements } from "./take-settlements";

/** Payers' signed payments. */
export const settlementTask: RelayTask = {
  slotKinds: [
    ...(["settle_batch", "pay", "pay_signed"] as const),
    ...(["settle_terms_batch", "pay_terms", "pay_terms_signed"] as const),
  ],
  carriedBy: ["relayer"],
  slots: settlementSlots,
  waiting: (db, { shard }, most) => db`
    with recursive ${waitingQueues(db, shard)}
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(o.due_at)) * 1000, 0)::float8 as oldest_ms
    from queues q cross join lateral (
      select due_at from relay_open_submissions
      where queue = q.queue and due_at <= clock_now() order by due_at limit ${most}
    ) o`,
  take: takeSettlements,
  releaseHeld,
  giveBack: unclaimSubmissions,
  async countBound(db, wallet) {
    const [queued, signed] = await Promise.all([
      db`select from relay_open_submissions where queue = any (${ownQueues(wallet)}::text[])`,
      db`
        select from relay_batches b join relay_batch_items i on i.batch_id = b.id and i.open
        where b.chain_id = ${wallet.chainId} and b.wallet = ${wallet.wallet} and ${isSlotOpen(db)}
          and b.kind not in ('subscribe', 'subscribe_signed')`,
    ]);
    return { queued: queued.length, signed: signed.length };
  },
  async decide(ctx, chain, finality) {
    await endExpired(ctx, chain, finality);
    await decideSubmissions(ctx.db, ctx.chains, chain, finality);
  },
};

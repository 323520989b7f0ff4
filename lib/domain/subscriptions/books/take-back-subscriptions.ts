import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { queueOnchainCancel } from "@/lib/domain/subscriptions/queue-onchain-cancel";
import {
  isTold,
  readSubscription,
  type SubscriptionRow,
} from "@/lib/domain/subscriptions/subscription-rows";
import { periodStart, scheduleOf, unlinkedScheduleOf } from "./schedule";

/** What the chain still has of a subscription. */
interface RemainingCharges {
  charged: bigint;
  chargesMade: number;
  currentPeriod: number | null;
  chargedOfPeriod: bigint;
  /** The last one that was paid: its charges reach the amount, and the last of them was not late. */
  paidPeriod: number | null;
}

/**
 * Takes back what final blocks above a height said of subscriptions, in a part of a chain that is lost: charges that are
 * gone are due again, one whose enrolment is gone is pending until the chain has it again, and one that the chain had
 * ended is to be ended once more. What was told stays told, and nothing is told twice. Call it before events are deleted
 * and transactions are taken back.
 * @returns the subscriptions' ids
 */
export async function takeBackSubscriptions(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<string[]> {
  const touched = await tx<{ id: string }[]>`
    select s.id from subscriptions s
    where (s.deployment_id, s.onchain_id) in (
      select deployment_id, onchain_id from chain_subscriptions
      where chain_id = ${chainId} and block_number > ${above}
      union select deployment_id, onchain_id from chain_charges
      where chain_id = ${chainId} and block_number > ${above}
      union select deployment_id, onchain_id from chain_cancellations
      where chain_id = ${chainId} and block_number > ${above}
    )
    order by s.id for no key update`;
  for (const { id } of touched) await takeBack(ctx, tx, id, { chainId, above });
  return touched.map(({ id }) => id);
}

async function takeBack(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  id: string,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<void> {
  await tx`
    delete from subscription_charges k using transactions t
    where k.subscription_id = ${id} and t.id = k.transaction_id and t.block_number > ${above}`;
  const row = await readSubscription(tx, id);
  const kept = await sumRemaining(tx, row);
  const isGone = await tx`
    select from chain_subscriptions
    where deployment_id = ${row.deploymentId} and onchain_id = ${row.onchainId}
      and chain_id = ${chainId} and block_number > ${above}`;
  const isEnrolled = row.enrolledAt !== null && isGone.length === 0;
  const next = isEnrolled
    ? nextOf(row, kept)
    : { paidUntil: null, nextChargeAt: null, attemptAt: null };
  await tx`
    update subscriptions set charged = ${digits(kept.charged)}::numeric,
      charges_made = ${kept.chargesMade}, current_period = ${kept.currentPeriod},
      charged_of_period = ${digits(kept.chargedOfPeriod)}::numeric, paid_until = ${next.paidUntil},
      onchain_cancel = case when onchain_cancel = 'confirmed' then 'none' else onchain_cancel end
    where id = ${id}`;
  await tx`
    update subscriptions set status = ${isEnrolled ? row.status : "pending"},
      next_charge_at = ${next.nextChargeAt}, attempt_at = ${next.attemptAt}
    where id = ${id} and status in ('pending', 'trialing', 'active', 'past_due')`;
  // One that is not on the chain now is asked for when its enrolment is final again.
  if (isEnrolled && !liveSubscriptionStatuses.includes(row.status)) {
    await queueOnchainCancel(ctx, tx, row);
  }
  if (isEnrolled) return;
  await tx`update subscriptions set cap = null, enrolled_at = null where id = ${id}`;
}

async function sumRemaining(
  tx: TransactionSql,
  { id, amount }: SubscriptionRow,
): Promise<RemainingCharges> {
  const [kept] = await tx<RemainingCharges[]>`
    select coalesce(sum(p.charged), 0) as charged, coalesce(sum(p.charges), 0)::int as charges_made,
      max(p.period) as current_period,
      coalesce((array_agg(p.charged order by p.period desc))[1], 0) as charged_of_period,
      max(p.period) filter (where p.charged >= ${digits(amount)}::numeric
        and p.last_exception <> 'late') as paid_period
    from (
      select k.period, sum(k.amount) as charged, count(*) as charges,
        (array_agg(t.payment_exception order by k.number desc))[1] as last_exception
      from subscription_charges k join transactions t on t.id = k.transaction_id
      where k.subscription_id = ${id} group by k.period
    ) p`;
  if (!kept) throw new Error("an aggregate always has a row");
  return kept;
}

function nextOf(row: SubscriptionRow, { paidPeriod, ...sums }: RemainingCharges) {
  const paidUntil = paidPeriod === null ? null : periodStart(row, paidPeriod + 1);
  const terms = { ...row, ...sums, paidUntil, cap: row.cap ?? sums.charged };
  const schedule = isTold(row) ? scheduleOf : unlinkedScheduleOf;
  return { paidUntil, ...schedule(terms, row.startAt) };
}

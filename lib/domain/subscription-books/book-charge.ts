import { concat, keccak256, numberToHex } from "viem/utils";
import type { TransactionSql } from "@/db/client";
import { type Bytes32, zeroBytes32 } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import { digits } from "@/lib/core/money";
import {
  liveSubscriptionStatuses,
  sourcesOf,
  subscriptionTransitions,
  transactionTransitions,
} from "@/lib/core/states";
import type { Context } from "@/lib/domain/context";
import {
  isTold,
  readSubscription,
  type SubscriptionRow,
} from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import { lockByOnchainId } from "./find-booked";
import { periodStart, scheduleOf } from "./schedule";
import type { ChargeEvent } from "./subscription-event";

/** The settlement key of a charge: the contract makes each of a period once. */
const chargeKey = ({ onchainId, period, number }: ChargeEvent): Bytes32 =>
  keccak256(
    concat([onchainId, numberToHex(period, { size: 32 }), numberToHex(number, { size: 32 })]),
  );

/**
 * Books a charge of a final block: its transaction, what the subscription has paid, and `subscription.charged`. One
 * that had failed is `active` again, and `subscription.recovery_outcome` says so. A subscription that has ended, or that
 * the merchant has paused, stays so: its charge was under way, and is flagged as `late` so that it can be refunded.
 */
export async function bookCharge(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  event: ChargeEvent,
): Promise<void> {
  const row = await lockByOnchainId(tx, event);
  if (!row) {
    const { deploymentId, onchainId, txHash } = event;
    ctx.log.info(
      { deploymentId, onchainId, txHash },
      "a charge of a subscription that is not ours",
    );
    return;
  }
  const { id: transactionId, isKnown } = await bookTransaction(tx, row, event);
  const { count } = await tx`
    insert into subscription_charges (subscription_id, period, number, amount, transaction_id)
    values (${row.id}, ${event.period}, ${event.number}, ${digits(event.amount)}::numeric,
      ${transactionId})
    on conflict do nothing`;
  if (count === 0) return;
  await tx`
    update relay_submissions set transaction_id = ${transactionId}
    where subscription_id = ${row.id} and payment_id = ${event.onchainId}
      and tx_hash = ${event.txHash} and transaction_id is null`;
  await moveOn(tx, row, event);
  // A chain that is read again from below its final block meets charges that were told of.
  if (isKnown || !isTold(row)) return;
  const after = await readSubscription(tx, row.id);
  await tellSubscription(tx, "subscription.charged", after);
  if (row.status === "past_due" && after.status === "active") {
    await tellSubscription(tx, "subscription.recovery_outcome", after);
  }
}

const isLive = ({ status }: SubscriptionRow) => liveSubscriptionStatuses.includes(status);

async function moveOn(tx: TransactionSql, row: SubscriptionRow, event: ChargeEvent): Promise<void> {
  const currentPeriod = Math.max(Number(event.period), row.currentPeriod ?? 0);
  const paidUntil = periodStart(row, currentPeriod + 1);
  const charged = row.charged + event.amount;
  await tx`
    update subscriptions set charged = ${digits(charged)}::numeric, charges_made = charges_made + 1,
      current_period = ${currentPeriod}, paid_until = ${paidUntil}
    where id = ${row.id}`;
  if (!isLive(row)) return;
  const terms = { ...row, charged, currentPeriod, paidUntil, cap: row.cap ?? charged };
  const { nextChargeAt, attemptAt } = scheduleOf(terms, event.blockTimestamp);
  await tx`
    update subscriptions set status = 'active', next_charge_at = ${nextChargeAt},
      attempt_at = ${attemptAt}, past_due_since = null, grace_ends_at = null, failure_code = null,
      recovery_tries = 0
    where id = ${row.id} and (status = 'active'
      or status in ${tx(sourcesOf(subscriptionTransitions, "active"))})`;
}

async function bookTransaction(
  tx: TransactionSql,
  row: SubscriptionRow,
  event: ChargeEvent,
): Promise<{ id: string; isKnown: boolean }> {
  const settlementKey = chargeKey(event);
  const isKnown = (await findTransaction(tx, row, settlementKey))?.confirmedAt != null;
  const isLate = !isLive(row) || row.pausedAt !== null;
  await tx`
    insert into transactions ${tx({
      id: newId("transaction"),
      merchantId: row.merchantId,
      mode: row.mode,
      deploymentId: row.deploymentId,
      type: "subscription_charge",
      status: "pending",
      amount: digits(event.amount),
      currency: row.currency,
      fee: digits(event.fee),
      netAmount: digits(event.amount - event.fee),
      feeBps: event.feeBps,
      fromAddress: row.payer,
      toAddress: event.payout,
      tokenAddress: event.token,
      ref: row.ref ?? zeroBytes32,
      chainId: row.chainId,
      txHash: event.txHash,
      logIndex: event.logIndex,
      blockNumber: event.blockNumber,
      blockTimestamp: event.blockTimestamp,
      subscriptionId: row.id,
      customerId: row.customerId,
      paymentException: isLate ? "late" : "none",
      settlementKey,
    })}
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id)))
    do update set status = case when transactions.status = 'reorged' then 'pending'
        else transactions.status end,
      payment_exception = case when transactions.payment_exception = 'reverted'
        then excluded.payment_exception else transactions.payment_exception end,
      to_address = excluded.to_address, fee = excluded.fee, net_amount = excluded.net_amount,
      fee_bps = excluded.fee_bps, tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.settlement_key = excluded.settlement_key`;
  const written = await findTransaction(tx, row, settlementKey);
  if (!written) throw new Error("a charge's transaction was written");
  await tx`
    update transactions set status = 'confirmed', confirmed_at = coalesce(confirmed_at, clock_now())
    where id = ${written.id} and status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  return { id: written.id, isKnown };
}

async function findTransaction(
  tx: TransactionSql,
  { deploymentId }: SubscriptionRow,
  settlementKey: Bytes32,
): Promise<{ id: string; confirmedAt: Date | null } | undefined> {
  const [row] = await tx<{ id: string; confirmedAt: Date | null }[]>`
    select id, confirmed_at from transactions t
    where settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
        = settlement_hash(${deploymentId}, ${settlementKey})
      and t.deployment_id = ${deploymentId} and t.settlement_key = ${settlementKey}`;
  return row;
}

import { keccak256 } from "viem/utils";
import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Context } from "@/lib/domain/platform/context";
import { bookRefund, chargeRefundKey, refundKey } from "./book-refund";
import { failRefund } from "./fail-refund";
import { lockRefund } from "./lock-refund";
import type { RefundEvent } from "./refund-event";
import type { RefundRow } from "./refund-rows";
import { tellRefund } from "./tell-refund";

/** What of a contract's log of a refund, of a final block, is booked. */
export type ChainRefund = Omit<RefundEvent, "chainId" | "payer" | "token" | "cumulative">;

interface Payment {
  id: string;
  type: string;
  chainId: number;
}

type Viewer = Pick<Context, "chains" | "log">;

interface History {
  readonly deploymentId: string;
  readonly through: bigint;
  readonly kind?: "refunds" | "chargeRefunds";
}

/**
 * Books the refunds of blocks that have become final, once their payments and charges are booked. Those of a contract that
 * is not read along yet wait until it joins.
 * @param range blocks of a chain, the first one not included
 */
export async function applyRefundEvents(
  ctx: Viewer,
  tx: TransactionSql,
  { chainId, above, through }: { chainId: number; above: bigint; through: bigint },
): Promise<void> {
  const events = await tx<RefundEvent[]>`
    select ${columns(tx)} from chain_refunds r
    join chain_events e on e.chain_id = r.chain_id and e.block_number = r.block_number
      and e.log_index = r.log_index
    join deployment_contracts c on c.deployment_id = r.deployment_id and c.kind = e.kind
      and c.joined_at is not null
    where r.chain_id = ${chainId} and r.block_number > ${above} and r.block_number <= ${through}
    order by r.block_number, r.log_index`;
  if (events.length > 0) await completeRefunds(ctx, tx, events);
}

/** Books what the contract of a kind refunded before it was read along. */
export async function applyRefundHistory(
  ctx: Viewer,
  tx: TransactionSql,
  { deploymentId, through, kind = "refunds" }: History,
): Promise<void> {
  const events = await tx<RefundEvent[]>`
    select ${columns(tx)} from chain_refunds r
    join chain_events e on e.chain_id = r.chain_id and e.block_number = r.block_number
      and e.log_index = r.log_index and e.kind = ${kind}
    where r.deployment_id = ${deploymentId} and r.block_number <= ${through}
    order by r.block_number, r.log_index`;
  if (events.length > 0) await completeRefunds(ctx, tx, events);
}

/** Books the refunds that were final before their charges or payments were booked. */
export async function applyWaitingRefunds(
  ctx: Viewer,
  tx: TransactionSql,
  { deploymentId, kind }: Omit<Required<History>, "through">,
): Promise<void> {
  const events = await tx<RefundEvent[]>`
    select ${columns(tx)} from chain_refunds r
    join chain_events e on e.chain_id = r.chain_id and e.block_number = r.block_number
      and e.log_index = r.log_index and e.kind = ${kind}
    where r.deployment_id = ${deploymentId} and r.unmatched_at is not null
    order by r.block_number, r.log_index`;
  if (events.length > 0) await completeRefunds(ctx, tx, events);
}

function columns(tx: TransactionSql) {
  return tx`r.chain_id, r.deployment_id, r.payment_id, r.chain_merchant_id, r.refund_ref, r.payer,
    r.from_address as "from", r.token_address as token, r.amount, r.cumulative, r.tx_hash,
    r.log_index, r.block_number, r.block_timestamp`;
}

/**
 * Books what the contracts for refunds have returned, in the chain's order: by its ref, regardless of the recorded hash
 * and of later changes to the refund. An unknown ref makes a refund of its own: the contract lets the payment's
 * merchant alone call it. A refund of an unknown payment is noted. Call it at finality, after the payments and charges
 * of the same blocks were booked; a repetition changes nothing.
 */
export async function completeRefunds(
  ctx: Viewer,
  tx: TransactionSql,
  events: readonly ChainRefund[],
): Promise<void> {
  for (const event of events) await completeRefund(ctx, tx, event);
}

async function completeRefund(ctx: Viewer, tx: TransactionSql, event: ChainRefund): Promise<void> {
  const payment = await findPayment(tx, event);
  await misplacedRefund(ctx, tx, event, payment);
  if (!payment) {
    await noteUnmatched(ctx, tx, event);
    return;
  }
  await forgetUnmatched(tx, event);
  const { chainMerchantId, refundRef } = event;
  const settlementKey =
    payment.type === "subscription_charge"
      ? chargeRefundKey(chainMerchantId, refundRef)
      : refundKey(chainMerchantId, refundRef);
  const refund = await lockReturned(tx, event, payment, settlementKey);
  if (refund.origin === "chain" && !refund.told)
    await tellRefund(ctx, tx, "refund.created", refund);
  await bookRefund(ctx, tx, refund, { ...event, settlementKey });
}

/**
 * Locks the refund that the event names. Where a plain transfer returned its money already, the contract has
 * returned it once more: that is a refund of its own, whose ref is the hash of the event's.
 */
async function lockReturned(
  tx: TransactionSql,
  event: ChainRefund,
  payment: Payment,
  settlementKey: Bytes32,
): Promise<RefundRow> {
  const again = { ...event, refundRef: keccak256(event.refundRef) };
  // After a reorganisation both are open again, and each is looked for where it was.
  if (await findByRef(tx, again, payment)) return lockNamed(tx, again, payment);
  const refund = await lockNamed(tx, event, payment);
  const [other] = await tx`
    select from transactions
    where id = ${refund.refundTransactionId} and status = 'confirmed'
      and settlement_key <> ${settlementKey}`;
  if (!other || refund.status !== "completed") return refund;
  return lockNamed(tx, again, payment);
}

async function lockNamed(
  tx: TransactionSql,
  event: ChainRefund,
  payment: Payment,
): Promise<RefundRow> {
  const id = (await findByRef(tx, event, payment)) ?? (await insertSeen(tx, event, payment));
  return lockRefund(tx, id);
}

/** What other installations' merchants refund is none of ours; a merchant of ours is to look into it. */
async function noteUnmatched(ctx: Viewer, tx: TransactionSql, event: ChainRefund): Promise<void> {
  const { deploymentId, paymentId, refundRef, chainMerchantId, txHash } = event;
  const { count } = await tx`
    update chain_refunds set unmatched_at = coalesce(unmatched_at, clock_now())
    where deployment_id = ${deploymentId} and payment_id = ${paymentId} and refund_ref = ${refundRef}
      and exists (
        select from merchant_registrations m
        where m.deployment_id = ${deploymentId}
          and m.chain_merchant_id = ${digits(chainMerchantId)}::numeric
      )`;
  const level = count > 0 ? "warn" : "info";
  ctx.log[level]({ deploymentId, paymentId, txHash }, "a refund of a payment that is not known");
}

/** A charge may be booked after its refund is final: when the history of subscriptions is booked in steps. */
async function forgetUnmatched(
  tx: TransactionSql,
  { deploymentId, paymentId, refundRef }: ChainRefund,
): Promise<void> {
  await tx`
    update chain_refunds set unmatched_at = null
    where deployment_id = ${deploymentId} and payment_id = ${paymentId}
      and refund_ref = ${refundRef} and unmatched_at is not null`;
}

async function findPayment(tx: TransactionSql, event: ChainRefund): Promise<Payment | undefined> {
  const [row] = await tx<Payment[]>`
    select t.id, t.type, t.chain_id
    from transactions t
    join merchant_registrations m on m.deployment_id = t.deployment_id
      and m.merchant_id = t.merchant_id and m.mode = t.mode
      and m.chain_merchant_id = ${digits(event.chainMerchantId)}::numeric
    where settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
        = settlement_hash(${event.deploymentId}, ${event.paymentId})
      and t.deployment_id = ${event.deploymentId}
      and coalesce(t.payment_id, t.settlement_key) = ${event.paymentId}
      and (t.payment_id is not null or t.type = 'subscription_charge')`;
  return row;
}

async function findByRef(
  tx: TransactionSql,
  { refundRef }: ChainRefund,
  payment: Payment,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from refunds where refund_ref = ${refundRef} and transaction_id = ${payment.id}`;
  return row?.id ?? null;
}

/**
 * A contract takes a ref once: a refund of another payment, for which it was meant, can never use it, be the event's payment
 * known or not.
 */
async function misplacedRefund(
  ctx: Viewer,
  tx: TransactionSql,
  { refundRef, deploymentId, paymentId, chainMerchantId, blockNumber, logIndex }: ChainRefund,
  payment: Payment | undefined,
): Promise<void> {
  const isOfCharge = payment ? payment.type === "subscription_charge" : null;
  const [meant] = await tx<{ id: string }[]>`
    select r.id from refunds r join transactions t on t.id = r.transaction_id
    join merchant_registrations m on m.deployment_id = t.deployment_id
      and m.merchant_id = t.merchant_id and m.mode = t.mode
      and m.chain_merchant_id = ${digits(chainMerchantId)}::numeric
    where r.refund_ref = ${refundRef} and r.origin <> 'chain' and t.deployment_id = ${deploymentId}
      and coalesce(t.payment_id, t.settlement_key) is distinct from ${paymentId}
      and (t.type = 'subscription_charge') = coalesce(${isOfCharge}::boolean, exists (
        select from chain_events e
        where e.chain_id = t.chain_id and e.block_number = ${blockNumber}
          and e.log_index = ${logIndex} and e.kind = 'chargeRefunds'
      ))`;
  if (!meant) return;
  await lockRefund(tx, meant.id);
  await failRefund(ctx, tx, { id: meant.id, reason: "ref_used" });
}

async function insertSeen(
  tx: TransactionSql,
  { amount, refundRef, from }: ChainRefund,
  payment: Payment,
): Promise<string> {
  const id = newId("refund");
  await tx`
    insert into refunds (id, merchant_id, mode, transaction_id, amount, origin, method, refund_ref,
      payout, owner, chain_id, expires_at, created_at)
    select ${id}, t.merchant_id, t.mode, t.id, ${digits(amount)}::numeric, 'chain', 'contract',
      ${refundRef}, ${from}, ${from}, t.chain_id, clock_now(), clock_now()
    from transactions t where t.id = ${payment.id}`;
  return id;
}

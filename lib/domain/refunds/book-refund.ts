import { concat, keccak256, numberToHex } from "viem/utils";
import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import {
  type RefundStatus,
  refundTransitions,
  sourcesOf,
  transactionTransitions,
} from "@/lib/core/states";
import { closeRefunded } from "@/lib/domain/payments/sessions/close-refunded";
import type { Context } from "@/lib/domain/platform/context";
import { countRefunded } from "./count-refunded";
import { queueRefundMails } from "./refund-mails";
import { type RefundRow, readRefund } from "./refund-rows";
import { tellRefund } from "./tell-refund";

/** Where a refund's money was returned, at a final block. */
export interface RefundReturn {
  /** Smallest unit of the token. */
  readonly amount: bigint;
  readonly from: Address;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockTimestamp: Date;
  /** Unique in the deployment. */
  readonly settlementKey: Bytes32;
}

/** A completed one takes its place anew. */
const bookable: RefundStatus[] = [...sourcesOf(refundTransitions, "completed"), "completed"];

/** The settlement key of money that a plain transfer returned. */
export const transferKey = (txHash: Bytes32, logIndex: number): Bytes32 =>
  keccak256(concat([txHash, numberToHex(logIndex, { size: 32 })]));

/** The settlement key of a payment's refund by the contract: it takes a ref once per merchant. */
export const refundKey = (chainMerchantId: bigint, refundRef: Bytes32): Bytes32 =>
  keccak256(concat([numberToHex(chainMerchantId, { size: 32 }), refundRef]));

/** The same of a charge's, whose contract is another one and takes the same ref once more. */
export const chargeRefundKey = (chainMerchantId: bigint, refundRef: Bytes32): Bytes32 =>
  keccak256(concat([refundKey(chainMerchantId, refundRef), "0x01"]));

/**
 * Completes a refund: its transaction, what payment and session say is refunded, `refund.completed`, and the
 * mails. More than was paid is booked too, and flagged. The caller has locked the session, the payment's
 * transaction and the refund, in this order. A completed refund takes its place anew, and nothing is told twice.
 */
export async function bookRefund(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  refund: RefundRow,
  returned: RefundReturn,
): Promise<void> {
  const refundTransactionId = await bookTransaction(tx, refund, returned);
  await tx`
    update refunds set status = 'completed', amount = ${digits(returned.amount)}::numeric,
      tx_hash = ${returned.txHash}, log_index = ${returned.logIndex},
      block_number = ${returned.blockNumber}, refund_transaction_id = ${refundTransactionId},
      failure_reason = null, due_at = null, told = true,
      completed_at = coalesce(completed_at, clock_now()), closed_at = coalesce(completed_at, clock_now())
    where id = ${refund.id} and status in ${tx(bookable)}`;
  await countRefunded(tx, [refund.transactionId]);
  if (refund.sessionId !== null) await closeRefunded(tx, [refund.sessionId]);
  if (refund.status !== "completed") await flagExcess(tx, refund.id);
  if (refund.told) return;
  await tellRefund(ctx, tx, "refund.completed", await readRefund(tx, refund.id));
  await queueRefundMails(tx, refund.id);
}

/** The refund with which more has been returned than was paid, and every further one. */
async function flagExcess(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    update refunds r set over_refunded = t.amount_refunded > t.amount
    from transactions t where r.id = ${id} and t.id = r.transaction_id`;
}

/** Without a session of its own: what a session's payments are is read from its transactions. */
async function bookTransaction(
  tx: TransactionSql,
  refund: RefundRow,
  returned: RefundReturn,
): Promise<string> {
  const amount = digits(returned.amount);
  const place = {
    txHash: returned.txHash,
    logIndex: returned.logIndex,
    blockNumber: returned.blockNumber,
    blockTimestamp: returned.blockTimestamp,
  };
  await tx`
    insert into transactions ${tx({
      id: newId("transaction"),
      merchantId: refund.merchantId,
      mode: refund.mode,
      deploymentId: refund.deploymentId,
      type: "refund",
      status: "pending",
      amount,
      currency: refund.currency,
      fee: "0",
      netAmount: amount,
      feeBps: 0,
      fromAddress: returned.from,
      toAddress: refund.payer,
      tokenAddress: refund.tokenAddress,
      ref: refund.refundRef,
      chainId: refund.chainId,
      customerId: refund.customerId,
      settlementKey: returned.settlementKey,
      ...place,
    })}
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id)))
    do update set status = case when transactions.status = 'reorged' then 'pending'
        else transactions.status end,
      payment_exception = 'none', tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.settlement_key = excluded.settlement_key`;
  const [row] = await tx<{ id: string }[]>`
    select id from transactions t
    where settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
        = settlement_hash(${refund.deploymentId}, ${returned.settlementKey})
      and t.deployment_id = ${refund.deploymentId} and t.settlement_key = ${returned.settlementKey}`;
  if (!row) throw new Error("a refund's transaction was written");
  await tx`
    update transactions set status = 'confirmed', confirmed_at = coalesce(confirmed_at, clock_now())
    where id = ${row.id} and status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  return row.id;
}

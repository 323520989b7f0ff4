import { type TransactionSql, transaction } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { RefundView } from "./authorizations";
import { lockOwnRefund, type RefundRow } from "./refund-rows";
import { refuseAuthorized } from "./relayed/refuse-authorized";
import { viewRefund } from "./view";

/**
 * Records the transaction that the merchant's wallet has sent for a pending refund. The hash that is recorded
 * already changes nothing, nor does the hash that the refund was booked with: the indexer may be faster.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `hash_used`: another refund has the hash
 * @throws Refusal `session_invalid_state` with `hash_recorded` or `refund_ended`
 * @throws Refusal `idempotency_error` with `authorization_pending`: the relay sends the merchant's signature
 */
export async function recordRefundSignature(
  ctx: Context<MerchantActor>,
  { id, refundTxHash }: { id: string; refundTxHash: Bytes32 },
): Promise<RefundView> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockOwnRefund(tx, ctx.actor, id);
    const isSame = row.refundTxHash === refundTxHash || row.txHash === refundTxHash;
    if (isSame && row.status !== "pending") return viewRefund(ctx, row);
    refuseAuthorized(row);
    if (row.status !== "pending") throw refuse(row);
    const [used] = await tx<{ id: string }[]>`
      select id from refunds
      where ${ownedBy(tx, ctx.actor)} and id <> ${id}
        and (refund_tx_hash = ${refundTxHash}
          or chain_id = ${row.chainId} and tx_hash = ${refundTxHash})
      limit 1`;
    if (used) throw hashUsed();
    await submit(tx, id, refundTxHash).catch(onlyOneRefund);
    await wake(tx, wakes.refunds);
    return viewRefund(ctx, await lockOwnRefund(tx, ctx.actor, id));
  });
}

async function submit(tx: TransactionSql, id: string, hash: Bytes32): Promise<void> {
  await tx`
    update refunds set status = 'submitted', refund_tx_hash = ${hash},
      submitted_at = clock_now(), due_at = clock_now(),
      sent_from = case when refund_tx_hash = ${hash} then sent_from end,
      sent_nonce = case when refund_tx_hash = ${hash} then sent_nonce end
    where id = ${id} and status = 'pending'`;
}

/** Two refunds may be given the hash at the same moment. */
function onlyOneRefund(error: unknown): never {
  const isDuplicate =
    error instanceof Error &&
    "constraint_name" in error &&
    error.constraint_name === "refunds_recorded_hash";
  throw isDuplicate ? hashUsed() : error;
}

const hashUsed = () =>
  invalidRequest("refundTxHash", "The hash belongs to another refund.", { reason: "hash_used" });

function refuse({ status: currentStatus }: RefundRow) {
  return currentStatus === "submitted"
    ? invalidState("Another hash is recorded for the refund.", {
        currentStatus,
        reason: "hash_recorded",
      })
    : invalidState(`The refund is ${currentStatus}.`, { currentStatus, reason: "refund_ended" });
}

import { type TransactionSql, transaction } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { type RefundStatus, refundTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { bookRefund, transferKey } from "./book-refund";
import { failRefund } from "./fail-refund";
import { judgeTransfer } from "./judge-transfer";
import { lockRefund } from "./lock-refund";
import { lookForTransfer, type Sighting } from "./look-for-transfer";
import { type RefundRow, readRefund } from "./refund-rows";

/** A recorded hash that no node knows for so long, by the chain's own time, was not sent, or was replaced. */
const UNKNOWN_HOURS = 24;

type RecordedRefund = RefundRow & { refundTxHash: Bytes32 };
const isRecorded = (row: RefundRow): row is RecordedRefund => row.refundTxHash !== null;

/**
 * Looks up the transaction that was recorded for a refund, and decides the refund: completed by its one transfer,
 * failed when it did something else, or pending again when no node knows the transaction. Asks the chain: call it
 * outside any transaction. A repetition changes nothing.
 * @returns the refund's status afterwards
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function settleRefund(ctx: Context, id: string): Promise<RefundStatus> {
  const found = await readRefund(ctx.db, id);
  if (!isRecorded(found) || found.status === "completed") return found.status;
  const sighting = await lookForTransfer(ctx, found);
  return transaction(ctx.db, async (tx) => {
    const row = await lockRefund(tx, id);
    const isSame = row.refundTxHash === found.refundTxHash && row.status === found.status;
    if (!isSame || !isRecorded(row)) return row.status;
    await conclude(ctx, tx, row, sighting);
    return (await readRefund(tx, id)).status;
  });
}

async function conclude(
  ctx: Context,
  tx: TransactionSql,
  row: RecordedRefund,
  sighting: Sighting,
): Promise<void> {
  if (sighting.kind === "final") return concludeFinal(ctx, tx, row, sighting);
  if (sighting.kind === "unknown") return concludeUnknown(tx, row, sighting);
  await lookAgain(tx, row.id, sighting.sent);
}

async function concludeFinal(
  ctx: Context,
  tx: TransactionSql,
  row: RecordedRefund,
  { mined, blockTimestamp }: Extract<Sighting, { kind: "final" }>,
): Promise<void> {
  const { contracts } = deploymentById(ctx.chains, row.deploymentId);
  const verdict = judgeTransfer(mined, blockTimestamp, {
    token: row.tokenAddress,
    amount: row.amount,
    payer: row.payer,
    senders: await sendersOf(tx, row),
    refundRef: row.refundRef,
    createdAt: row.createdAt,
    contracts: [contracts.refunds, contracts.chargeRefunds].flatMap((one) => one?.address ?? []),
  });
  if (verdict.kind === "event") return lookAgain(tx, row.id, null);
  if (verdict.kind === "failed") return endUnfulfilled(ctx, tx, row, verdict.reason);
  const used = await tx<{ logIndex: number | null }[]>`
    select log_index from refunds
    where chain_id = ${row.chainId} and tx_hash = ${row.refundTxHash} and log_index is not null`;
  const isFree = (logIndex: number) => used.every((other) => other.logIndex !== logIndex);
  const transfer = verdict.transfers.find(({ logIndex }) => isFree(logIndex));
  if (!transfer) return endUnfulfilled(ctx, tx, row, "transfer_used");
  await bookRefund(ctx, tx, row, {
    amount: transfer.amount,
    from: transfer.from,
    txHash: row.refundTxHash,
    logIndex: transfer.logIndex,
    blockNumber: mined.blockNumber,
    blockTimestamp,
    settlementKey: transferKey(row.refundTxHash, transfer.logIndex),
  });
}

/** A cancelled refund stays cancelled: its hash did nothing for it. */
async function endUnfulfilled(
  ctx: Context,
  tx: TransactionSql,
  { id }: RefundRow,
  reason: Parameters<typeof failRefund>[2]["reason"],
): Promise<void> {
  await failRefund(ctx, tx, { id, reason });
  await tx`update refunds set due_at = null where id = ${id} and status = 'cancelled'`;
}

/** The payout address may have changed since the refund was made. */
async function sendersOf(tx: TransactionSql, row: RefundRow): Promise<Address[]> {
  const now = await tx<{ payout: Address; owner: Address }[]>`
    select payout, owner from merchant_registrations
    where deployment_id = ${row.deploymentId} and merchant_id = ${row.merchantId}
      and mode = ${row.mode}`;
  return [row, ...now].flatMap(({ payout, owner }) => [payout, owner]);
}

/**
 * Pending again, and nothing is freed: the merchant records another hash, or cancels. While the hash is still
 * looked for it may be found after all.
 */
async function concludeUnknown(
  tx: TransactionSql,
  row: RecordedRefund,
  { finalAt, nonceUsed }: Extract<Sighting, { kind: "unknown" }>,
): Promise<void> {
  await tx`
    update refunds set status = 'pending'
    where id = ${row.id} and (${nonceUsed}
        or submitted_at <= ${finalAt}::timestamptz - ${UNKNOWN_HOURS} * interval '1 hour')
      and status in ${tx(sourcesOf(refundTransitions, "pending"))}`;
  await lookAgain(tx, row.id, null);
  await tx`
    update refunds set due_at = null
    where id = ${row.id} and (${nonceUsed} and status <> 'submitted'
      or status = 'cancelled' and expires_at <= clock_now())`;
}

/** The longer it takes, the rarer: from half a minute to half an hour. */
async function lookAgain(
  tx: TransactionSql,
  id: string,
  sent: { from: Address; nonce: bigint } | null,
): Promise<void> {
  await tx`
    update refunds set due_at = clock_now() + greatest(interval '30 seconds',
        least(interval '30 minutes', (clock_now() - submitted_at) / 10)),
      sent_from = coalesce(${sent?.from ?? null}, sent_from),
      sent_nonce = coalesce(${sent?.nonce ?? null}, sent_nonce)
    where id = ${id}`;
}

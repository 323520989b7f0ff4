import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/context";
import { completeRefunds } from "./complete-refunds";
import type { RefundEvent } from "./refund-event";

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

import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/context";
import { bookCancellation } from "./book-cancellation";
import { bookCharge } from "./book-charge";
import { bookEnrolment } from "./book-enrolment";
import type { CancellationEvent, ChargeEvent, EnrolmentEvent } from "./subscription-event";

type Viewer = Pick<Context, "chains" | "log">;

/** Which events: of blocks that have become final, the first one not included, or of a contract's history. */
type Range =
  | { readonly chainId: number; readonly above: bigint; readonly through: bigint }
  | { readonly deploymentId: string; readonly through: bigint };

/**
 * Books what final blocks say of subscriptions, in the chain's order. Those of a contract that is not read along yet
 * wait until it joins. A repetition changes nothing.
 */
export async function applySubscriptionEvents(
  ctx: Viewer,
  tx: TransactionSql,
  range: Range,
): Promise<void> {
  const enrolments = await tx<EnrolmentEvent[]>`
    select ${placeColumns(tx)}, e.chain_merchant_id, e.payer, e.token_address as token, e.amount,
      e.interval, e.start_at, e.end_at, e.cap, e.permit_nonce, e.ref
    from chain_subscriptions e ${within(tx, range)}`;
  const charges = await tx<ChargeEvent[]>`
    select ${placeColumns(tx)}, e.chain_merchant_id, e.period, e.number, e.amount, e.fee, e.fee_bps,
      e.token_address as token, e.payout
    from chain_charges e ${within(tx, range)}`;
  const cancellations = await tx<Omit<CancellationEvent, "chainMerchantId">[]>`
    select ${placeColumns(tx)}, e.by_address as by
    from chain_cancellations e ${within(tx, range)}`;
  const all = [
    ...enrolments.map((event) => ({ event, book: () => bookEnrolment(ctx, tx, event) })),
    ...charges.map((event) => ({ event, book: () => bookCharge(ctx, tx, event) })),
    ...cancellations.map((event) => ({ event, book: () => bookCancellation(tx, event) })),
  ];
  all.sort(({ event: a }, { event: b }) =>
    a.blockNumber === b.blockNumber
      ? a.logIndex - b.logIndex
      : Number(a.blockNumber - b.blockNumber),
  );
  for (const { book } of all) await book();
}

function placeColumns(tx: TransactionSql) {
  return tx`e.chain_id, e.deployment_id, e.onchain_id, e.tx_hash, e.log_index, e.block_number,
    e.block_timestamp`;
}

function within(tx: TransactionSql, range: Range) {
  if ("deploymentId" in range) {
    return tx`where e.deployment_id = ${range.deploymentId} and e.block_number <= ${range.through}`;
  }
  return tx`
    join deployment_contracts c on c.deployment_id = e.deployment_id and c.kind = 'subscriptions'
      and c.joined_at is not null
    where e.chain_id = ${range.chainId} and e.block_number > ${range.above}
      and e.block_number <= ${range.through}`;
}

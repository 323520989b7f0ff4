import type { TransactionSql } from "@/db/client";
import type { Canceller } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { endCancelled } from "@/lib/domain/subscriptions/cancel-subscription";
import type { SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import { bookCharges } from "./book-charges";
import { bookEnrolment } from "./book-enrolment";
import { chargeKey } from "./charge-key";
import type { ScreenedCharge } from "./charge-transactions";
import { chargeColumns, type EventRange, placeColumns, withinRange } from "./event-range";
import { lockByOnchainId, nameOf } from "./find-booked";
import { isLive } from "./find-late";
import { noteUnrequestedEnd } from "./note-unrequested";
import type { ChargeVerdicts } from "./screen-charges";
import type { CancellationEvent, ChargeEvent, EnrolmentEvent } from "./subscription-event";

type Viewer = Pick<Context, "chains" | "config" | "log">;

/** An event, with how it is booked where that is not together with others. */
type Step =
  | { readonly event: ChargeEvent; readonly book: null }
  | {
      readonly event: EnrolmentEvent | Omit<CancellationEvent, "chainMerchantId">;
      readonly book: () => Promise<void>;
    };

/**
 * Books what final blocks say of subscriptions: of each in the chain's order, and charges of many together. Those of a
 * contract that is not read along yet wait until it joins. A repetition changes nothing.
 * @param verdicts of the charges; one without is held up until its payer has been screened
 */
export async function applySubscriptionEvents(
  ctx: Viewer,
  tx: TransactionSql,
  range: EventRange,
  verdicts: ChargeVerdicts = new Map(),
): Promise<void> {
  let waiting: ScreenedCharge[] = [];
  const bookWaiting = async () => {
    const charges = waiting;
    waiting = [];
    await bookCharges(ctx, tx, charges);
  };
  for (const { event, book } of await readSteps(ctx, tx, range)) {
    if (book) {
      const name = nameOf(event);
      if (waiting.some((charge) => nameOf(charge.event) === name)) await bookWaiting();
      await book();
    } else {
      waiting.push({ event, verdict: verdicts.get(chargeKey(event)) });
    }
  }
  await bookWaiting();
}

/** What its merchant is told of an end that nothing here asked for. */
const UNREQUESTED_END =
  "The platform's operator wallet ended it on-chain, without a request from this installation.";

/** In the chain's order. */
async function readSteps(ctx: Viewer, tx: TransactionSql, range: EventRange): Promise<Step[]> {
  const enrolments = await tx<EnrolmentEvent[]>`
    select ${placeColumns(tx)}, e.chain_merchant_id, e.payer, e.token_address as token, e.amount,
      e.interval, e.start_at, e.end_at, e.cap, e.signed_start_at, e.permit_value, e.permit_deadline,
      e.permit_nonce, e.ref
    from chain_subscriptions e ${withinRange(tx, range)}`;
  const charges = await tx<ChargeEvent[]>`
    select ${chargeColumns(tx)} from chain_charges e ${withinRange(tx, range)}`;
  const cancellations = await tx<Omit<CancellationEvent, "chainMerchantId">[]>`
    select ${placeColumns(tx)}, e.by_address as by
    from chain_cancellations e ${withinRange(tx, range)}`;
  const steps: Step[] = [
    ...enrolments.map((event) => ({ event, book: () => bookEnrolment(ctx, tx, event) })),
    ...charges.map((event) => ({ event, book: null })),
    ...cancellations.map((event) => ({ event, book: () => bookCancellation(ctx, tx, event) })),
  ];
  return steps.sort(({ event: a }, { event: b }) =>
    a.blockNumber === b.blockNumber
      ? a.logIndex - b.logIndex
      : Number(a.blockNumber - b.blockNumber),
  );
}

/**
 * Books that the chain has ended a subscription, at a final block. Without an end here, its payer's or merchant's own
 * wallet ended it; then `subscription.cancelled` is recorded, and the payer's next term is cancelled with it. One that has
 * lapsed or is completed stays so.
 */
async function bookCancellation(
  ctx: Viewer,
  tx: TransactionSql,
  event: Omit<CancellationEvent, "chainMerchantId">,
): Promise<void> {
  const row = await lockByOnchainId(tx, event);
  if (!row) return;
  await tx`update subscriptions set onchain_cancel = 'confirmed' where id = ${row.id}`;
  const by = await cancellerOf(tx, row, event);
  const isUnrequested = by === "operator" && (await noteUnrequestedEnd(tx, row.id, event));
  const reason = isUnrequested ? UNREQUESTED_END : null;
  if (isLive(row)) await endCancelled(ctx, tx, row, { reason, by, at: event.blockTimestamp });
}

/** The contract takes it from the payer, the owner of the merchant's record, and the operator. */
async function cancellerOf(
  tx: TransactionSql,
  { merchantId, payer }: SubscriptionRow,
  { by, deploymentId }: Pick<CancellationEvent, "by" | "deploymentId">,
): Promise<Canceller> {
  if (by === payer) return "payer";
  const owners = await tx`
    select from merchant_registrations
    where merchant_id = ${merchantId} and deployment_id = ${deploymentId} and owner = ${by}`;
  return owners.length > 0 ? "merchant" : "operator";
}

import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { sourcesOf, subscriptionTransitions } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { prepareLateRefunds } from "@/lib/domain/refunds/prepare-late-refunds";
import { isTold, type SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import { chargeKey } from "./charge-key";
import {
  type OwnCharge,
  type ScreenedCharge,
  type WrittenCharge,
  writeTransactions,
} from "./charge-transactions";
import { lockAllByOnchainId, nameOf } from "./find-booked";
import { isLive } from "./find-late";
import { noteUnrequestedCharges } from "./note-unrequested";
import { periodStart, scheduleOf, unlinkedScheduleOf } from "./schedule";
import type { ChargeEvent } from "./subscription-event";
import { tellCharged } from "./tell-charged";

type Viewer = Pick<Context, "chains" | "log">;

/** How many charges are booked by the same statements. */
const AT_ONCE = 250;

/**
 * Books charges of final blocks, given in the chain's order: their transactions, what the subscriptions have paid, and
 * `subscription.charged`. A period is paid by the charge with which its charges reach the amount; until then the rest
 * stays due, and neither `paidUntil` nor the status changes. One that had failed is `active` again with that charge, and
 * `subscription.recovery_outcome` says so, unless the charge is late, or of an earlier period than the one that failed
 * since its block. A subscription that has ended, or that the merchant has paused, stays so. A charge whose block came after that was
 * under way: it is flagged as `late`, pays no period, and its refund is prepared. One whose payer is not cleared is
 * held up instead: its transaction gets the exception `screening`, and nothing else happens until a list or a person
 * clears it.
 */
export async function bookCharges(
  ctx: Viewer,
  tx: TransactionSql,
  charges: readonly ScreenedCharge[],
): Promise<void> {
  let together = new Map<string, ScreenedCharge>();
  for (const charge of charges) {
    const name = nameOf(charge.event);
    // What a charge makes of its subscription is seen by the next one of the same.
    if (together.has(name) || together.size === AT_ONCE) {
      await bookTogether(ctx, tx, [...together.values()]);
      together = new Map();
    }
    together.set(name, charge);
  }
  if (together.size > 0) await bookTogether(ctx, tx, [...together.values()]);
}

/** @param charges each of another subscription */
async function bookTogether(
  ctx: Viewer,
  tx: TransactionSql,
  charges: readonly ScreenedCharge[],
): Promise<void> {
  const own = await findOwn(ctx, tx, charges);
  if (own.length === 0) return;
  const written = (await writeTransactions(tx, own)).filter(({ isHeld }) => !isHeld);
  const fresh = await insertCharges(tx, written);
  if (fresh.length === 0) return;
  await noteUnrequestedCharges(tx, fresh);
  await nameSubmissions(tx, fresh);
  await moveOn(tx, fresh);
  // A chain that is read again from below its final block meets charges that were told of.
  await tellCharged(
    tx,
    fresh.filter(({ isKnown, row }) => !isKnown && isTold(row)),
  );
  const late = fresh.filter(({ isLate }) => isLate);
  if (late.length > 0) await prepareLateRefunds(ctx, tx, late.map(idOf));
}

const idOf = ({ transactionId }: WrittenCharge) => transactionId;

/** Locks the subscriptions; charges of others are left out. */
async function findOwn(
  { log }: Viewer,
  tx: TransactionSql,
  charges: readonly ScreenedCharge[],
): Promise<OwnCharge[]> {
  const rows = await lockAllByOnchainId(
    tx,
    charges.map(({ event }) => event),
  );
  return charges.flatMap((charge) => {
    const { event } = charge;
    const row = rows.get(nameOf(event));
    if (row) return [{ ...charge, row, key: chargeKey(event) }];
    const { deploymentId, onchainId, txHash } = event;
    log.info({ deploymentId, onchainId, txHash }, "a charge of a subscription that is not ours");
    return [];
  });
}

/** A charge that is booked now. */
interface FreshCharge extends WrittenCharge {
  /** What is charged for its period, with it; smallest unit. */
  readonly chargedOfPeriod: bigint;
}

/** @returns those that were not booked yet */
async function insertCharges(
  tx: TransactionSql,
  charges: readonly WrittenCharge[],
): Promise<FreshCharge[]> {
  const rows = charges.map(({ row, event: { period, number, amount }, transactionId }) => ({
    subscriptionId: row.id,
    period,
    number,
    amount,
    transactionId,
  }));
  // The sum is of what was there before the statement: none of the others is of the same subscription.
  const inserted = await tx<{ transactionId: string; chargedOfPeriod: bigint }[]>`
    with fresh as (
      insert into subscription_charges (subscription_id, period, number, amount, transaction_id)
      select "subscriptionId", period, number, amount, "transactionId"
      from json_to_recordset(${asRows(rows)}::text::json) as c("subscriptionId" text, period int,
        number int, amount numeric, "transactionId" text)
      on conflict do nothing
      returning subscription_id, period, amount, transaction_id
    )
    select f.transaction_id, f.amount + coalesce((
        select sum(k.amount) from subscription_charges k
        where k.subscription_id = f.subscription_id and k.period = f.period
      ), 0) as charged_of_period
    from fresh f`;
  const sums = new Map(inserted.map((one) => [one.transactionId, one.chargedOfPeriod]));
  return charges.flatMap((charge) => {
    const chargedOfPeriod = sums.get(charge.transactionId);
    return chargedOfPeriod === undefined ? [] : [{ ...charge, chargedOfPeriod }];
  });
}

/** The relay's submission of an enrolment shows the charge that was made with it: the first one. */
async function nameSubmissions(tx: TransactionSql, charges: readonly WrittenCharge[]) {
  const first = charges.filter(({ row }) => row.origin === "relay" && row.chargesMade === 0);
  if (first.length === 0) return;
  const rows = first.map(({ row, event: { onchainId, txHash }, transactionId }) => ({
    subscriptionId: row.id,
    onchainId,
    txHash,
    transactionId,
  }));
  await tx`
    update relay_submissions b set transaction_id = c."transactionId"
    from json_to_recordset(${asRows(rows)}::text::json)
      as c("subscriptionId" text, "onchainId" text, "txHash" text, "transactionId" text)
    where b.subscription_id = c."subscriptionId" and b.payment_id = hex_bytes(c."onchainId")
      and b.tx_hash = hex_bytes(c."txHash") and b.transaction_id is null`;
}

/** What a charge makes of its subscription, and whether it pays its period. */
function afterCharge({ row, event, isLate, chargedOfPeriod }: FreshCharge) {
  const period = Number(event.period);
  const isLast = period >= (row.currentPeriod ?? 0);
  // What is late is to be returned, and pays for nothing.
  const isPaid = !isLate && chargedOfPeriod >= row.amount;
  const terms = {
    ...row,
    charged: row.charged + event.amount,
    currentPeriod: isLast ? period : row.currentPeriod,
    chargedOfPeriod: isLast ? chargedOfPeriod : row.chargedOfPeriod,
    paidUntil: isPaid ? laterOf(row.paidUntil, paidBy(row, event)) : row.paidUntil,
    cap: row.cap ?? row.charged + event.amount,
  };
  const isPassed = period < failedPeriodOf(row);
  const schedule = isTold(row) ? scheduleOf : unlinkedScheduleOf;
  const { nextChargeAt, attemptAt } = isPassed ? row : schedule(terms, event.blockTimestamp);
  const { id, charged, currentPeriod, paidUntil } = terms;
  const sums = { charged, currentPeriod, chargedOfPeriod: terms.chargedOfPeriod, paidUntil };
  const graceEndsAt = isWithinGrace(row, attemptAt) ? row.graceEndsAt : null;
  const changes = { id, ...sums, nextChargeAt, attemptAt, graceEndsAt };
  return { isLive: isLive(row), isPaid: isPaid && !isPassed, changes };
}

async function moveOn(tx: TransactionSql, charges: readonly FreshCharge[]): Promise<void> {
  const rows = charges.map(afterCharge);
  const changesOf = (found: typeof rows) => found.map(({ changes }) => changes);
  const paid = changesOf(rows.filter((one) => one.isLive && one.isPaid));
  const unpaid = changesOf(rows.filter((one) => one.isLive && !one.isPaid));
  const ended = changesOf(rows.filter((one) => !one.isLive));
  const totals = tx`charged = c.charged, charges_made = charges_made + 1,
    current_period = c."currentPeriod", charged_of_period = c."chargedOfPeriod",
    paid_until = c."paidUntil"`;
  const given = (changes: typeof paid) => tx`
    json_to_recordset(${asRows(changes)}::text::json) as c(id text, charged numeric,
      "currentPeriod" int, "chargedOfPeriod" numeric, "paidUntil" timestamptz,
      "nextChargeAt" timestamptz, "attemptAt" timestamptz, "graceEndsAt" timestamptz)`;
  const next = tx`next_charge_at = c."nextChargeAt", attempt_at = c."attemptAt"`;
  if (paid.length > 0) {
    await tx`
      update subscriptions s set ${totals}, ${next}, status = 'active', past_due_since = null,
        grace_ends_at = null, failure_code = null, recovery_tries = 0
      from ${given(paid)}
      where s.id = c.id and (s.status = 'active'
        or s.status in ${tx(sourcesOf(subscriptionTransitions, "active"))})`;
  }
  if (unpaid.length > 0) {
    await tx`
      update subscriptions s set ${totals}, ${next}, grace_ends_at = c."graceEndsAt"
      from ${given(unpaid)} where s.id = c.id`;
  }
  if (ended.length > 0) {
    await tx`update subscriptions s set ${totals} from ${given(ended)} where s.id = c.id`;
  }
}

/** A late charge leaves nothing to try until the next period: a grace that ends before runs anew from its failure. */
const isWithinGrace = ({ graceEndsAt }: SubscriptionRow, attemptAt: Date | null): boolean =>
  graceEndsAt !== null && (attemptAt === null || attemptAt <= graceEndsAt);

/** The period that is past due; none is before the first. */
const failedPeriodOf = ({ status, failedPeriod }: SubscriptionRow): number =>
  status === "past_due" ? (failedPeriod ?? 0) : 0;

const paidBy = (row: SubscriptionRow, { period }: ChargeEvent): Date =>
  periodStart(row, Number(period) + 1);

const laterOf = (one: Date | null, other: Date): Date =>
  one !== null && one > other ? one : other;

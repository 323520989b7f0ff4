import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { Refusal } from "@/lib/core/errors";
import {
  invoiceTransitions,
  liveSubscriptionStatuses,
  openSessionStatuses,
  sourcesOf,
} from "@/lib/core/states";
import { voidUnpaid } from "@/lib/domain/invoices/void-invoice";
import { closeSession, lockSession } from "@/lib/domain/payments/sessions/close-session";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { cancelLocked } from "@/lib/domain/subscriptions/cancel-subscription";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/** Merchants whose closing is looked at in a step, and about how much a step ends. */
const MERCHANTS = 500;
const STEP = 300;
const BATCH = 100;
/** What a request was about to open when the merchant was closed is there by then. */
const LATECOMERS_SECONDS = 60;

type JobContext = Context<SystemActor>;

interface Open {
  id: string;
}

/**
 * Ends what is still open of merchants that were closed: unpaid invoices, sessions, subscriptions, a hundred of each in
 * a step. What is being paid is left until that is over, and keeps no other merchant from being finished. Each has a
 * transaction of its own, so a step that is broken off goes on where it was. A merchant whose ending fails keeps no other
 * from being finished either: the error is thrown once nothing else was left to end.
 * @returns how many were ended
 */
export async function finishClosings(ctx: JobContext): Promise<number> {
  const closings = await ctx.db<{ merchantId: string }[]>`
    select merchant_id from merchant_closings where finished_at is null
    order by closed_at limit ${MERCHANTS}`;
  let ended = 0;
  const errors: unknown[] = [];
  for (const { merchantId } of closings) {
    ended += await endOpen(ctx, merchantId).catch((error: unknown) => {
      ctx.log.error({ err: error, merchantId }, "what is open of a closed merchant was not ended");
      errors.push(error);
      return 0;
    });
    if (ended >= STEP) break;
  }
  if (ended === 0 && errors.length > 0) throw errors[0];
  return ended;
}

async function endOpen(ctx: JobContext, merchantId: string): Promise<number> {
  const invoices = await findInvoices(ctx.db, merchantId);
  const sessions = await findSessions(ctx.db, merchantId);
  const subscriptions = await findSubscriptions(ctx.db, merchantId);
  let ended = 0;
  for (const { id } of invoices) ended += await unlessRefused(() => voidUnpaid(ctx, id));
  for (const { id } of sessions) ended += await unlessRefused(() => cancelOne(ctx, id));
  for (const { id } of subscriptions) ended += await unlessRefused(() => endOne(ctx, id));
  if (ended === 0) await finishIfDone(ctx.db, merchantId);
  return ended;
}

/** What was paid or ended meanwhile is refused, and needs nothing more. */
async function unlessRefused(work: () => Promise<unknown>): Promise<0 | 1> {
  try {
    await work();
    return 1;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}

const cancelOne = (ctx: JobContext, id: string) =>
  transaction(ctx.db, async (tx) => {
    const session = await lockSession(tx, id);
    if (session) await closeSession(ctx, tx, session, "cancelled");
  });

const endOne = (ctx: JobContext, id: string) =>
  transaction(ctx.db, async (tx) => {
    await tx`select from subscriptions where id = ${id} for no key update`;
    const row = await readSubscription(tx, id);
    await cancelLocked(ctx, tx, row, { reason: null, by: "operator" });
  });

const unpaidInvoices = sourcesOf(invoiceTransitions, "void");

const findInvoices = (db: Db, merchantId: string) => db<Open[]>`
  select i.id from invoices i join payment_sessions s on s.id = i.session_id
  where i.merchant_id = ${merchantId} and i.status in ${db(unpaidInvoices)}
    and not ${isBeingPaid(db)} limit ${BATCH}`;

const findSessions = (db: Db, merchantId: string) => db<Open[]>`
  select s.id from payment_sessions s
  where s.merchant_id = ${merchantId} and s.status in (${stateList(db, openSessionStatuses)})
    and not exists (select from invoices i where i.session_id = s.id)
    and not ${isBeingPaid(db)} limit ${BATCH}`;

const findSubscriptions = (db: Db, merchantId: string) => db<Open[]>`
  select id from subscriptions
  where merchant_id = ${merchantId} and status in (${stateList(db, liveSubscriptionStatuses)})
  limit ${BATCH}`;

/**
 * Nothing new is opened for a closed merchant: once nothing is open, nothing will be. A request that found the merchant
 * active may commit after the closing, so a while passes first.
 */
async function finishIfDone(db: Db, merchantId: string): Promise<void> {
  await db`
    update merchant_closings set finished_at = clock_now()
    where merchant_id = ${merchantId} and finished_at is null
      and closed_at <= clock_now() - ${LATECOMERS_SECONDS} * interval '1 second'
      and not exists (
        select from payment_sessions where merchant_id = ${merchantId}
          and status in (${stateList(db, openSessionStatuses)}))
      and not exists (
        select from invoices where merchant_id = ${merchantId}
          and status in ${db(unpaidInvoices)})
      and not exists (
        select from subscriptions where merchant_id = ${merchantId}
          and status in (${stateList(db, liveSubscriptionStatuses)}))`;
}

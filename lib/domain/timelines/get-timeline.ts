import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getTimeline as declaration } from "@/lib/contract/timelines";
import { notFound } from "@/lib/core/errors";
import type { EventType } from "@/lib/core/event-kinds";
import { idPattern } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { findInvoice } from "@/lib/domain/invoices/find-invoice";
import { findSession } from "@/lib/domain/payment-sessions/find-session";
import { findRefund } from "@/lib/domain/refunds/refund-rows";
import { getSubscription } from "@/lib/domain/subscriptions/get-subscription";
import { eventSteps, webhookSteps } from "./event-steps";
import { sessionSteps, settlementSteps, submissionSteps } from "./payment-steps";
import { refundSteps, refundsOfSession } from "./refund-steps";
import type { TimelineStep } from "./timeline-step";

type Caller = Context<MerchantActor>;

/** What rows tell of more exactly than events. */
const refundsTold: readonly EventType[] = ["refund.created", "refund.completed"];
const paymentsTold: readonly EventType[] = [
  ...refundsTold,
  "payment.created",
  "payment.seen",
  "payment.completed",
  // A payment fails by being cancelled, or by its time.
  "payment.failed",
];

/**
 * Tells what happened to one of the merchant's objects, oldest first.
 * @throws Refusal `not_found`
 */
export async function getTimeline(
  ctx: Caller,
  { id }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const steps = await stepsOf(ctx, id);
  const data = steps.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { object: "timeline", id, data };
}

async function stepsOf(ctx: Caller, id: string): Promise<TimelineStep[]> {
  if (idPattern("paymentSession").test(id)) return paymentTimeline(ctx, id);
  if (idPattern("refund").test(id)) {
    const refund = await findRefund(ctx.db, ctx.actor, id);
    return [...refundSteps(refund), ...(await toldSteps(ctx, [id], refundsTold))];
  }
  if (idPattern("subscription").test(id)) await getSubscription(ctx, { id });
  else if (idPattern("invoice").test(id)) await findInvoice(ctx, id);
  else throw notFound("timeline");
  return toldSteps(ctx, [id], []);
}

async function paymentTimeline(ctx: Caller, id: string): Promise<TimelineStep[]> {
  const session = await findSession(ctx, id, ctx.actor);
  const refunds = await refundsOfSession(ctx, id);
  return [
    ...sessionSteps(session),
    ...(await submissionSteps(ctx, id)),
    ...(await settlementSteps(ctx, id)),
    ...refunds.flatMap(refundSteps),
    ...(await toldSteps(ctx, [id, ...refunds.map((refund) => refund.id)], paymentsTold)),
  ];
}

async function toldSteps(
  ctx: Caller,
  ids: readonly string[],
  told: readonly EventType[],
): Promise<TimelineStep[]> {
  return [...(await eventSteps(ctx, ids, told)), ...(await webhookSteps(ctx, ids))];
}

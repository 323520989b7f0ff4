import type { Db } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getTimeline as declaration } from "@/lib/contract/insight/timelines";
import { notFound, Refusal } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/identity/scopes";
import { type IdKind, idPattern } from "@/lib/core/ids";
import type { Canceller } from "@/lib/core/subscriptions/subscription-kinds";
import type { EventType } from "@/lib/core/webhooks/event-kinds";
import { findInvoice } from "@/lib/domain/invoices/find-invoice";
import { findSession } from "@/lib/domain/payments/sessions/find-session";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { getPaymentLink } from "@/lib/domain/storefronts/links/get-payment-link";
import { findSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { linkSteps } from "./link-steps";
import {
  findRefundTold,
  refundSteps,
  refundsOfSession,
  sessionSteps,
  settlementSteps,
  submissionSteps,
} from "./payment-steps";
import { MOST_STEPS, step, type TimelineStep } from "./timeline-step";

interface EventTold {
  id: string;
  type: EventType;
  createdAt: Date;
  resourceId: string;
}

interface AttemptTold {
  id: string;
  endpointId: string;
  url: string;
  type: EventType;
  resourceId: string;
  attempt: number;
  status: "succeeded" | "failed" | "exhausted";
  responseCode: number | null;
  error: string | null;
  startedAt: Date;
}

/** The events `e` of each resource, by the index of their sequence. */
const eventsOf = (db: Db, actor: MerchantActor, ids: readonly string[]) => db`
  unnest(${[...ids]}::text[]) r (id)
  cross join lateral (
    select e.id, e.type, e.created_at, e.resource_id from events e
    where event_resource(e.resource_id) = event_resource(r.id)
      and case when e.resource_id = r.id and ${ownedBy(db, actor, "e")} then true end
    order by e.sequence desc limit ${MOST_STEPS}
  ) e`;

/** Whose doing an event tells of; what is not here happens by itself, or by whom is not known. */
const doers: Partial<Record<EventType, TimelineStep["actor"]>> = {
  "subscription.created": "payer",
};

/** Whose doing the end of a subscription is, by what cancelled it. */
const cancellers: Readonly<Record<Canceller, TimelineStep["actor"]>> = {
  payer: "payer",
  merchant: "merchant",
  operator: "stipend",
};

type Caller = Context<MerchantActor>;

/** The scope that an object of a kind is read with: its timeline tells wallets, hashes and amounts of it. */
const readScopes = {
  paymentSession: "sessions_read",
  refund: "refunds_read",
  paymentLink: "storefronts_read",
  subscription: "subscriptions_read",
  invoice: "invoices_read",
} as const satisfies Partial<Record<IdKind, Scope>>;

const mayRead = (actor: MerchantActor, scope: Scope) =>
  actor.kind === "session" || actor.scopes.includes(scope);

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
 * Tells what happened to one of the merchant's objects, oldest first; to a key what its scopes let it read.
 * @throws Refusal `permission_denied` with `scope_missing`: the key may not read the object
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

function requireScope(actor: MerchantActor, id: string): void {
  const kinds = Object.keys(readScopes) as (keyof typeof readScopes)[];
  const kind = kinds.find((one) => idPattern(one).test(id));
  if (kind === undefined || mayRead(actor, readScopes[kind])) return;
  const requiredScope = readScopes[kind];
  throw new Refusal("permission_denied", `The API key lacks the scope ${requiredScope}.`, {
    details: { reason: "scope_missing", requiredScope },
  });
}

async function stepsOf(ctx: Caller, id: string): Promise<TimelineStep[]> {
  requireScope(ctx.actor, id);
  if (idPattern("paymentSession").test(id)) return paymentTimeline(ctx, id);
  if (idPattern("refund").test(id)) {
    const refund = await findRefundTold(ctx, id);
    return [...refundSteps(refund), ...(await toldSteps(ctx, [id], refundsTold))];
  }
  if (idPattern("paymentLink").test(id)) {
    await getPaymentLink(ctx, { id });
    return linkSteps(ctx, id);
  }
  if (idPattern("subscription").test(id)) return subscriptionTimeline(ctx, id);
  if (!idPattern("invoice").test(id)) throw notFound("timeline");
  await findInvoice(ctx, id);
  return toldSteps(ctx, [id], []);
}

async function subscriptionTimeline(ctx: Caller, id: string): Promise<TimelineStep[]> {
  const { cancelledBy } = await findSubscription(ctx.db, ctx.actor, id);
  const actor = cancellers[cancelledBy ?? "merchant"];
  const steps = await toldSteps(ctx, [id], []);
  return steps.map((one) => (one.type === "subscription.cancelled" ? { ...one, actor } : one));
}

async function paymentTimeline(ctx: Caller, id: string): Promise<TimelineStep[]> {
  const session = await findSession(ctx, id, ctx.actor);
  const refunds = mayRead(ctx.actor, "refunds_read") ? await refundsOfSession(ctx, id) : [];
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

/** What events tell of resources of the merchant, but for the types that rows tell of more exactly. */
export async function eventSteps(
  { db, actor }: Context<MerchantActor>,
  ids: readonly string[],
  told: readonly EventType[],
): Promise<TimelineStep[]> {
  const rows = await db<EventTold[]>`select e.* from ${eventsOf(db, actor, ids)}`;
  // The newest come first; what happened in one instant keeps its order.
  return rows
    .toReversed()
    .filter(({ type }) => !told.includes(type))
    .map(({ id, type, createdAt, resourceId }) =>
      step({ id, at: createdAt, type, actor: doers[type] ?? "stipend", resourceId }),
    );
}

/** Each attempt to tell of the resources' events to a webhook endpoint, as far as its outcome is known. */
async function webhookSteps(
  { db, actor }: Context<MerchantActor>,
  ids: readonly string[],
): Promise<TimelineStep[]> {
  const rows = await db<AttemptTold[]>`
    select v.id, v.endpoint_id, w.url, e.type, e.resource_id, v.attempt, v.status, v.response_code,
      v.error, coalesce(v.started_at, v.created_at) as started_at
    from ${eventsOf(db, actor, ids)}
    join webhook_dispatches d on d.event_id = e.id
    join webhook_deliveries v on v.dispatch_id = d.id
    join webhook_endpoints w on w.id = v.endpoint_id
    where ${ownedBy(db, actor, "v")} and v.status <> 'pending' and v.started_at is not null
    order by v.started_at desc limit ${MOST_STEPS}`;
  return rows.map((row) => {
    const { id, endpointId, url, attempt, responseCode, error } = row;
    return step({
      id,
      at: row.startedAt,
      type: row.status === "succeeded" ? "webhook.delivered" : "webhook.failed",
      actor: "stipend",
      resourceId: row.resourceId,
      delivery: { id, endpointId, url, event: row.type, attempt, responseCode, error },
    });
  });
}

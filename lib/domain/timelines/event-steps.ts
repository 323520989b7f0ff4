import type { Db } from "@/db/client";
import type { EventType } from "@/lib/core/event-kinds";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
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
export async function webhookSteps(
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

import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { apiVersion } from "@/lib/core/api-version";
import type { EventType } from "@/lib/core/event-kinds";
import { newId } from "@/lib/core/ids";
import type { JsonObject } from "@/lib/core/json";
import type { Mode } from "@/lib/core/modes";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";

export interface NewEvent {
  merchantId: string;
  mode: Mode;
  type: EventType;
  resource: { type: string; id: string };
  /** The resource as the API shows it, already encoded to JSON values. */
  object: JsonObject;
  /** Delivers to this endpoint alone, whatever it registered for. */
  onlyEndpointId?: string;
}

type StoredEvent = NewEvent & { id: string };

/**
 * Records what happened, with a dispatch and a first delivery for each endpoint that registered for
 * it, in the transaction of the change. The caller holds the resources' row locks, which makes each
 * resource's sequence gapless; events of one resource are numbered in the given order.
 * @returns the events' ids, in the given order
 */
export async function recordEvents(
  tx: TransactionSql,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const stored = events.map((event) => ({ ...event, id: newId("event") }));
  const [endpoints] = await Promise.all([findEndpoints(tx, stored), insertEvents(tx, stored)]);
  await dispatch(tx, stored, endpoints);
  return stored.map((event) => event.id);
}

const audienceOf = ({ merchantId, mode, type }: NewEvent): string =>
  `${merchantId} ${mode} ${type}`;

/** The endpoints that registered, by audience. */
async function findEndpoints(
  tx: TransactionSql,
  events: readonly StoredEvent[],
): Promise<Map<string, string[]>> {
  const open = events.filter((event) => !event.onlyEndpointId);
  const audiences = new Map(open.map((event) => [audienceOf(event), event]));
  if (audiences.size === 0) return new Map();
  const asked = [...audiences].map(([audience, { merchantId, mode, type }]) => ({
    audience,
    merchantId,
    mode,
    type,
  }));
  const rows = await tx<{ audience: string; ids: string[] }[]>`
    select a.audience, array_agg(w.id) as ids
    from json_to_recordset(${asRows(asked)}::text::json)
      as a(audience text, "merchantId" text, mode text, type text)
    join webhook_endpoints w on w.merchant_id = a."merchantId" and w.mode = a.mode
    where w.status = 'enabled' and a.type = any (w.events)
    group by a.audience`;
  return new Map(rows.map(({ audience, ids }) => [audience, ids]));
}

async function insertEvents(tx: TransactionSql, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ resource, ...event }, position) => ({
    ...event,
    position,
    resourceType: resource.type,
    resourceId: resource.id,
  }));
  await tx`
    insert into events
      (id, merchant_id, mode, type, api_version, resource_type, resource_id, sequence, object)
    select e.id, e."merchantId", e.mode, e.type, ${apiVersion}, e."resourceType", e."resourceId",
      coalesce(last.sequence, 0)
        + row_number() over (partition by e."resourceId" order by e.position),
      e.object
    from json_to_recordset(${asRows(rows)}::text::json) as e(id text, "merchantId" text, mode text,
      type text, "resourceType" text, "resourceId" text, position int, object json)
    left join lateral (
      select max(sequence) as sequence from events where resource_id = e."resourceId"
    ) last on true`;
}

async function dispatch(
  tx: TransactionSql,
  events: readonly StoredEvent[],
  endpoints: ReadonlyMap<string, string[]>,
): Promise<void> {
  const rows = events.flatMap((event) => {
    const ids = event.onlyEndpointId ? [event.onlyEndpointId] : endpoints.get(audienceOf(event));
    return (ids ?? []).map((endpointId) => ({
      dispatchId: newId("webhookDispatch"),
      deliveryId: newId("webhookDelivery"),
      merchantId: event.merchantId,
      mode: event.mode,
      eventId: event.id,
      endpointId,
    }));
  });
  if (rows.length === 0) return;
  await Promise.all([insertDispatches(tx, asRows(rows)), wake(tx, wakes.webhooks)]);
}

async function insertDispatches(tx: TransactionSql, rows: string): Promise<void> {
  const given = tx`
    json_to_recordset(${rows}::text::json) as d("dispatchId" text, "deliveryId" text,
      "merchantId" text, mode text, "eventId" text, "endpointId" text)`;
  await Promise.all([
    tx`
      insert into webhook_dispatches (id, merchant_id, mode, event_id, endpoint_id)
      select "dispatchId", "merchantId", mode, "eventId", "endpointId" from ${given}`,
    tx`
      insert into webhook_deliveries
        (id, merchant_id, mode, dispatch_id, event_id, endpoint_id, attempt)
      select "deliveryId", "merchantId", mode, "dispatchId", "eventId", "endpointId", 1
      from ${given}`,
  ]);
}

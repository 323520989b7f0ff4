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

/**
 * Records what happened, with a dispatch and a first delivery for each endpoint that registered for
 * it, in the transaction of the change. The caller holds the resource's row lock, which makes the
 * resource's sequence gapless.
 * @returns the event's id
 */
export async function recordEvent(tx: TransactionSql, event: NewEvent): Promise<string> {
  const eventId = newId("event");
  const [endpoints] = await Promise.all([
    event.onlyEndpointId
      ? [{ id: event.onlyEndpointId }]
      : tx<{ id: string }[]>`
          select id from webhook_endpoints
          where merchant_id = ${event.merchantId} and mode = ${event.mode}
            and status = 'enabled' and ${event.type} = any (events)`,
    tx`
      insert into events
        (id, merchant_id, mode, type, api_version, resource_type, resource_id, sequence, object)
      select ${eventId}, ${event.merchantId}, ${event.mode}, ${event.type}, ${apiVersion},
        ${event.resource.type}, ${event.resource.id}, coalesce(max(sequence), 0) + 1,
        ${tx.json(event.object)}
      from events where resource_id = ${event.resource.id}`,
  ]);
  if (endpoints.length > 0) await dispatch(tx, event, eventId, endpoints);
  return eventId;
}

async function dispatch(
  tx: TransactionSql,
  { merchantId, mode }: NewEvent,
  eventId: string,
  endpoints: readonly { id: string }[],
): Promise<void> {
  const dispatches = endpoints.map((endpoint) => ({
    id: newId("webhookDispatch"),
    merchantId,
    mode,
    eventId,
    endpointId: endpoint.id,
  }));
  const deliveries = dispatches.map(({ id: dispatchId, ...rest }) => ({
    ...rest,
    id: newId("webhookDelivery"),
    dispatchId,
    attempt: 1,
  }));
  await Promise.all([
    tx`insert into webhook_dispatches ${tx(dispatches)}`,
    tx`insert into webhook_deliveries ${tx(deliveries)}`,
    wake(tx, wakes.webhooks),
  ]);
}

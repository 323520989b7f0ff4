import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { notices, wakes } from "@/lib/core/operations/wakes";
import type { JsonObject } from "@/lib/core/text/json";
import type { EventType } from "@/lib/core/webhooks/event-kinds";
import { notifyOutbox } from "@/lib/domain/platform/outbox/wake";
import { eventParts } from "./event-statement";

export interface NewEvent {
  merchantId: string;
  mode: Mode;
  type: EventType;
  resource: { type: string; id: string };
  /** The resource as the API shows it, already encoded to JSON values. */
  object: JsonObject;
  /** Delivers to this endpoint alone, even for types that it did not register for. */
  onlyEndpointId?: string;
}

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
  const rows = events.map((event, place) => ({
    id: newId("event"),
    merchant_id: event.merchantId,
    mode: event.mode,
    type: event.type,
    resource_type: event.resource.type,
    resource_id: event.resource.id,
    place,
    // As text: the driver and the record's parser would decode the escapes in it, `\\u0000` among them.
    object: JSON.stringify(event.object),
    only_endpoint_id: event.onlyEndpointId ?? null,
  }));
  const [woken] = await tx<{ wakes: number }[]>`
    with given_events as (
      select * from json_to_recordset(${asRows(rows)}::text::json) as g(id text, merchant_id text,
        mode text, type text, resource_type text, resource_id text, place int, object text,
        only_endpoint_id text)
    ), ${eventParts(tx)}
    select wakes from event_wakes`;
  notifyOutbox(tx, woken && woken.wakes > 0 ? wakes.webhooks : notices.recorded);
  return rows.map((row) => row.id);
}

import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import { event } from "@/lib/contract/webhooks/events";
import type { EventRow } from "./event-rows";
import { usual } from "./event-statement";

export type EventView = z.output<typeof event>;

/** An event as the API lists it. */
export function viewEvent(row: EventRow): EventView {
  return {
    id: row.id,
    object: "event",
    type: row.type,
    apiVersion: row.apiVersion ?? usual.apiVersion,
    mode: row.mode,
    createdAt: row.createdAt,
    timestamp: row.createdAt,
    sequence: row.sequence,
    position: row.position === null ? null : Number(row.position),
    resource: { type: row.resourceType ?? usual.resourceType, id: row.resourceId },
    data: { object: row.object },
  };
}

/** The body of an event's webhook: the same bytes at every attempt. */
export function eventBody(row: EventRow): string {
  const { position, resource, data, ...head } = encodeAs(event, viewEvent(row));
  return JSON.stringify({ ...head, position, resource, data });
}

import type { z } from "zod";
import type { events } from "@/db/schema/events";
import { encodeAs } from "@/lib/contract/encode";
import { event } from "@/lib/contract/events";

export type EventRow = typeof events.$inferSelect;
export type EventView = z.output<typeof event>;

/** An event as the API lists it. */
export function viewEvent(row: EventRow): EventView {
  return {
    id: row.id,
    object: "event",
    type: row.type,
    apiVersion: row.apiVersion,
    mode: row.mode,
    createdAt: row.createdAt,
    timestamp: row.createdAt,
    sequence: row.sequence,
    resource: { type: row.resourceType, id: row.resourceId },
    data: { object: row.object },
  };
}

/** The body of an event's webhook: the same bytes at every attempt. */
export function eventBody(row: EventRow): string {
  return JSON.stringify(encodeAs(event, viewEvent(row)));
}

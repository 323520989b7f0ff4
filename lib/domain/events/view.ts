import type { z } from "zod";
import type { events } from "@/db/schema/events";
import { packText, unpackText } from "@/lib/adapters/packing/pack-text";
import { encodeAs } from "@/lib/contract/encode";
import { event } from "@/lib/contract/events";
import { bytesOf } from "@/lib/core/hex";
import type { JsonObject } from "@/lib/core/json";
import { usual } from "./usual";

export type EventRow = typeof events.$inferSelect;
export type EventView = z.output<typeof event>;

/** Stands for what only the database knows when the object is packed: it follows from the event's time. */
const UNKNOWN = new Date(0).toISOString();
/** How long a session may be paid for whose merchant did not say. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;

/** An event's object for its row: the ids that the row has as well take next to no room in it. */
export function packObject(
  object: JsonObject,
  row: { readonly resourceId: string; readonly merchantId: string },
): Buffer {
  return packText(JSON.stringify(object), [row.resourceId, row.merchantId]);
}

/** The resource as it was at the time of the event. */
export function objectOf(row: EventRow): JsonObject {
  const added = row.object as JsonObject | null;
  if (!row.packed) return { ...added };
  const text = unpackText(bytesOf(row.packed), [row.resourceId, row.merchantId]);
  return { ...instantsOf(row, JSON.parse(text) as JsonObject), ...added };
}

/** The object with the instants that were open. */
function instantsOf({ createdAt }: EventRow, object: JsonObject): JsonObject {
  const expiresAt = new Date(createdAt.getTime() + DEFAULT_LIFETIME_MS);
  return {
    ...object,
    ...(object.createdAt === UNKNOWN && { createdAt: createdAt.toISOString() }),
    ...(object.expiresAt === UNKNOWN && { expiresAt: expiresAt.toISOString() }),
  };
}

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
    resource: { type: row.resourceType ?? usual.resourceType, id: row.resourceId },
    data: { object: objectOf(row) },
  };
}

/** The body of an event's webhook: the same bytes at every attempt. */
export function eventBody(row: EventRow): string {
  return JSON.stringify(encodeAs(event, viewEvent(row)));
}

import type { z } from "zod";
import { packObject, unpackObject } from "@/lib/adapters/packing/pack-object";
import { encodeAs } from "@/lib/contract/encode";
import { event } from "@/lib/contract/events";
import { bytesOf, checksumAddress } from "@/lib/core/hex";
import type { JsonObject } from "@/lib/core/json";
import type { EventRow, SentEventRow } from "./event-rows";
import { usual } from "./usual";

export type EventView = z.output<typeof event>;

/** Stands for what only the database knows when the object is packed: it follows from the event's time. */
const UNKNOWN = new Date(0).toISOString();
/** How long a session may be paid for whose merchant did not say. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;

interface Ids {
  readonly resourceId: string;
  readonly merchantId: string;
}

/** As the object shows them, or empty. */
interface SessionTexts {
  readonly processor: string;
  readonly token: string;
  readonly createdAt: string;
}

const noSession: SessionTexts = { processor: "", token: "", createdAt: "" };

/** What of an object is stored elsewhere, always in the same places. */
const knownOf = ({ resourceId, merchantId }: Ids, session: SessionTexts) => [
  resourceId,
  merchantId,
  session.processor,
  session.token,
  session.createdAt,
  session.createdAt && lifetimeAfter(new Date(session.createdAt)),
];

const lifetimeAfter = (opened: Date) =>
  new Date(opened.getTime() + DEFAULT_LIFETIME_MS).toISOString();

/** Of a session: another object's addresses and times are stored nowhere else. */
function textsOf(object: JsonObject): SessionTexts {
  const { processorAddress: processor, tokenAddress: token, createdAt } = object;
  const isSession = object.object === "payment_session" && typeof createdAt === "string";
  if (!isSession || typeof processor !== "string" || typeof token !== "string") return noSession;
  return { processor, token, createdAt: createdAt === UNKNOWN ? "" : createdAt };
}

/**
 * An event's object for its row: the ids that the row has as well, and what a session's row has for ever,
 * take next to no room in it.
 */
export function packEventObject(object: JsonObject, row: Ids): Buffer {
  return packObject(object, knownOf(row, textsOf(object)));
}

/** The resource as it was at the time of the event. */
export function objectOf(row: EventRow): JsonObject {
  const added = row.object as JsonObject | null;
  if (!row.packed) return { ...added };
  const { processorAddress, tokenAddress, sessionCreatedAt } = row;
  const session =
    processorAddress && tokenAddress && sessionCreatedAt
      ? {
          processor: checksumAddress(processorAddress),
          token: checksumAddress(tokenAddress),
          createdAt: sessionCreatedAt.toISOString(),
        }
      : noSession;
  const object = unpackObject(bytesOf(row.packed), knownOf(row, session));
  return { ...instantsOf(row, object), ...added };
}

/** The object with the instants that were open. */
function instantsOf({ createdAt }: EventRow, object: JsonObject): JsonObject {
  return {
    ...object,
    ...(object.createdAt === UNKNOWN && { createdAt: createdAt.toISOString() }),
    ...(object.expiresAt === UNKNOWN && { expiresAt: lifetimeAfter(createdAt) }),
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
    position: row.position === null ? null : Number(row.position),
    resource: { type: row.resourceType ?? usual.resourceType, id: row.resourceId },
    data: { object: objectOf(row) },
  };
}

/**
 * The body of an event's webhook: the same bytes at every attempt. Events of before there were positions
 * were sent without.
 */
export function eventBody(row: SentEventRow): string {
  const { position, ...others } = encodeAs(event, viewEvent(row));
  const { resource, data, ...head } = others;
  const isPlaced = row.position === null || row.position > row.unplacedPosition;
  const placed = isPlaced ? { position } : {};
  return JSON.stringify({ ...head, ...placed, resource, data });
}

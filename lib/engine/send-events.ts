import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Sql, transaction } from "@/db/client";
import { createEvent, type SentEvent, sentEvent } from "./engine-event";
import { storeEvents, WAKE_CHANNEL, type Wake } from "./store-events";
import type { SyncedFunctions } from "./sync-functions";

const READY_MS = 5_000;

/** The engine that sends. */
export interface Sender {
  db: Sql;
  /** Names this engine among those that listen. */
  id: string;
  functions: SyncedFunctions;
  onWake: (wake: Wake) => void;
}

/**
 * Stores events and starts the runs that they trigger, in one transaction; then wakes every engine.
 * Waits a few seconds for the app to register.
 * @throws Error when it has not, and for names that belong to the engine itself
 */
export async function sendEvents(
  { db, id, functions, onWake }: Sender,
  sent: SentEvent | SentEvent[],
): Promise<{ ids: string[] }> {
  const events = z.array(sentEvent).parse([sent].flat()).map(createEvent);
  const reserved = events.find((event) => event.name.startsWith("inngest/"));
  if (reserved) throw new Error(`The event name "${reserved.name}" is reserved`);
  if (functions.current().size === 0) {
    await Promise.race([functions.ready, sleep(READY_MS, undefined, { ref: false })]);
  }
  if (functions.current().size === 0) throw new Error("The app has not registered its functions");
  await transaction(db, async (tx) => {
    await storeEvents(tx, functions.current(), events);
    await tx`select pg_notify(${WAKE_CHANNEL}, ${id})`;
  });
  onWake("jobs");
  return { ids: events.map((event) => event.id) };
}

/** Wakes this engine when another one has sent events; returns how to stop. The poll covers failures. */
export async function listenForEvents({ db, id, onWake }: Sender): Promise<() => Promise<void>> {
  const { unlisten } = await db.listen(WAKE_CHANNEL, (senderId) => {
    if (senderId !== id) onWake("jobs");
  });
  return async () => {
    await unlisten();
  };
}

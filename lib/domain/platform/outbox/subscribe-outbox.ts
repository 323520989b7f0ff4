import type { Sql } from "@/db/client";
import { outboxChannel } from "./wake";

/** Called with the name of a wake-up or notice, or an empty text when the connection is new and some may be missed. */
export type OutboxListener = (name: string) => void;

const listenersOf = new WeakMap<Sql, Set<OutboxListener>>();

/**
 * Calls `listener` as soon as a transaction with a wake-up has committed, in any process. All listeners
 * of a pool share one connection of their own.
 * @returns unsubscribes it
 */
export function subscribeOutbox(db: Sql, listener: OutboxListener): () => void {
  const listeners = listenersOf.get(db) ?? openListeners(db);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function openListeners(db: Sql): Set<OutboxListener> {
  const listeners = new Set<OutboxListener>();
  listenersOf.set(db, listeners);
  const notify = (name: string) => {
    for (const listener of listeners) listener(name);
  };
  // The driver connects again by itself after every failure, the first one too, and then notifies.
  db.listen(outboxChannel, notify, () => notify("")).catch(() => {});
  return listeners;
}

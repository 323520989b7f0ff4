import type { Sql } from "@/db/client";
import { throttle } from "@/lib/core/async/throttle";
import { notices } from "@/lib/core/operations/wakes";
import { subscribeOutbox } from "./subscribe-outbox";

/** Work that runs is notified of new rows by itself; the job engine needs telling only now and then. */
const PAUSE_MS = 250;
const RETRY_MS = 1_000;

const withoutRow = new Set<string>([notices.recorded, notices.numbered]);

/**
 * Calls `onNotify` at the start and when the outbox has rows to send: at once after a quiet moment,
 * otherwise once for all that came within a quarter of a second. Calls never overlap; one that
 * failed is made again after a second.
 */
export function listenOutbox(db: Sql, onNotify: () => Promise<unknown>): { stop(): Promise<void> } {
  const notified = throttle(onNotify, { pauseMs: PAUSE_MS, retryMs: RETRY_MS });
  const unsubscribe = subscribeOutbox(db, (name) => {
    if (!withoutRow.has(name)) notified.request();
  });
  notified.request();
  return {
    stop: () => {
      unsubscribe();
      return notified.stop();
    },
  };
}

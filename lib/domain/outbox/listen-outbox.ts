import type { Sql } from "@/db/client";
import { subscribeOutbox } from "./subscribe-outbox";

/** Work that runs is notified of new rows by itself; the job engine needs telling only now and then. */
const PAUSE_MS = 250;
const RETRY_MS = 1_000;

/**
 * Calls `onNotify` at the start and when the outbox has new rows: at once after a quiet moment,
 * otherwise once for all that came within a quarter of a second. Calls never overlap; one that
 * failed is made again after a second.
 */
export function listenOutbox(db: Sql, onNotify: () => Promise<unknown>): { stop(): Promise<void> } {
  let wanted = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  function request(): void {
    wanted = true;
    if (!running && !timer && !stopped) running = run();
  }

  async function run(): Promise<void> {
    wanted = false;
    const succeeded = await onNotify().then(
      () => true,
      () => false,
    );
    running = null;
    if (stopped) return;
    wanted ||= !succeeded;
    timer = setTimeout(rest, succeeded ? PAUSE_MS : RETRY_MS);
  }

  function rest(): void {
    timer = undefined;
    if (wanted) request();
  }

  const unsubscribe = subscribeOutbox(db, request);
  request();
  return {
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}

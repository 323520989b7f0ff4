import type { Sql } from "@/db/client";
import type { Logger } from "@/lib/adapters/logger/logger";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { throttle } from "@/lib/core/async/throttle";
import { withTimeout } from "@/lib/core/async/with-timeout";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";
import {
  type LoggedRequest,
  writeRequests,
} from "@/lib/domain/operations/request-log/write-requests";

/** Requests that wait to be written, at most: some seconds of a busy process, and some megabytes. */
const MAX_WAITING = 20_000;
const BATCH = 1_000;
const PAUSES = { pauseMs: 250, retryMs: 1_000 };
const STOP_MS = 3_000;

/** Where a process leaves the requests that it has answered. */
export interface RequestLog {
  /** Takes a request, to be written a little later; the caller does not wait. */
  add(request: LoggedRequest): void;
  /** When one was last left out, on the clock of `performance.now()`; null when none was. */
  droppedAt(): number | null;
  /** Writes what waits, within three seconds. */
  stop(): Promise<void>;
}

/**
 * Writes requests in batches. While the database does not take them they wait, and beyond a number they are
 * left out and counted.
 */
export function openRequestLog({ db, log }: { db: Sql; log: Logger }): RequestLog {
  const waiting: LoggedRequest[] = [];
  const { requestLogRows } = metrics();
  let droppedAt: number | null = null;
  for (const outcome of ["written", "dropped"]) requestLogRows.add(0, outcome);

  function drop(count: number): void {
    if (count === 0) return;
    droppedAt = performance.now();
    requestLogRows.add(count, "dropped");
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      const isWritten = await writeRequests(db, batch).then(
        () => true,
        (error) => {
          if (isDatabaseTrouble(error)) throw error;
          log.error({ err: error, requests: batch.length }, "requests could not be logged");
          return false;
        },
      );
      waiting.splice(0, batch.length);
      if (isWritten) requestLogRows.add(batch.length, "written");
      else drop(batch.length);
    }
  }

  const writing = throttle(writeAll, PAUSES);
  return {
    add(request) {
      if (waiting.length >= MAX_WAITING) drop(1);
      else waiting.push(request);
      writing.request();
    },
    droppedAt: () => droppedAt,
    async stop() {
      await withTimeout(STOP_MS, writing.stop().then(writeAll)).catch((error) => {
        log.warn({ err: error, requests: waiting.length }, "the last requests were not logged");
        drop(waiting.length);
      });
    },
  };
}

import type { Sql } from "@/db/client";
import { throttle } from "@/lib/core/async/throttle";
import { notices, wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { subscribeOutbox } from "@/lib/domain/platform/outbox/subscribe-outbox";
import { numberEvents } from "./number-events";

/** After a pass that found few events; one that found more is followed by a longer pause, so that the busier it gets the more are numbered together. */
const PAUSE_MS = 5;
const FEW = 8;
const BUSY_PAUSE_MS = 50;
const RETRY_MS = 1_000;
/** Polling finds events without a notification: it was lost, or the process died. */
const POLL_MS = 1_000;

const recorded = new Set<string>([notices.recorded, wakes.webhooks, ""]);

/** Numbers events as soon as they have committed, in any process, until it is stopped. */
export function keepNumbering({ db, log }: { db: Sql } & Pick<Context, "log">): {
  stop(): Promise<void>;
} {
  const numbering = throttle(
    () =>
      numberEvents({ db }).catch((error) => {
        log.error({ err: error }, "events got no positions");
        throw error;
      }),
    {
      pauseMs: (numbered) => (numbered > FEW ? BUSY_PAUSE_MS : PAUSE_MS),
      retryMs: RETRY_MS,
    },
  );
  const unsubscribe = subscribeOutbox(db, (name) => {
    if (recorded.has(name)) numbering.request();
  });
  const poll = setInterval(numbering.request, POLL_MS);
  numbering.request();
  return {
    stop: () => {
      clearInterval(poll);
      unsubscribe();
      return numbering.stop();
    },
  };
}

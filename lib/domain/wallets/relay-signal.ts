import type { Db } from "@/db/client";
import { isPool } from "@/db/sql";
import { createSignal, type Signal } from "@/lib/core/async/signal";
import { wakes } from "@/lib/core/operations/wakes";
import { subscribeOutbox } from "@/lib/domain/platform/outbox/subscribe-outbox";

/** Raised when there may be something to relay. */
export interface RelaySignal extends Pick<Signal, "wait"> {
  close(): void;
}

/** Opens a signal. On a connection that cannot listen it is never raised. */
export function openRelaySignal(db: Db): RelaySignal {
  const signal = createSignal();
  const unsubscribe = isPool(db)
    ? subscribeOutbox(db, (name) => {
        if (name === wakes.relay || name === "") signal.raise();
      })
    : () => {};
  return { wait: signal.wait, close: unsubscribe };
}

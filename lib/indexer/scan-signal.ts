import { createSignal, type Signal } from "@/lib/core/async/signal";
import { wakes } from "@/lib/core/wakes";
import type { Context } from "@/lib/domain/context";
import { subscribeOutbox } from "@/lib/domain/outbox/subscribe-outbox";

/** Raised when a chain may have something new, or the process is to end. */
export interface ScanSignal extends Pick<Signal, "wait"> {
  close(): void;
}

/** Opens a signal. On a connection that cannot listen it is raised at the process's end alone. */
export function openScanSignal({ db, stopping }: Pick<Context, "db" | "stopping">): ScanSignal {
  const signal = createSignal();
  const unsubscribe =
    "listen" in db
      ? subscribeOutbox(db, (name) => {
          if (name === wakes.chain) signal.raise();
        })
      : () => {};
  stopping?.addEventListener("abort", signal.raise);
  return {
    wait: signal.wait,
    close: () => {
      unsubscribe();
      stopping?.removeEventListener("abort", signal.raise);
    },
  };
}

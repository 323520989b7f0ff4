import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import { hearOutbox } from "@/lib/domain/outbox/hear-outbox";

/** Hears that there may be something to relay. */
export interface Bell {
  /** Waits until it rings, at the most so long. A ring that nobody waited for ends the next wait. */
  wait(ms: number): Promise<void>;
  close(): void;
}

/** Opens a bell. A connection that cannot listen has one that is silent. */
export function openBell(db: Db): Bell {
  let rung = false;
  let ring = () => {
    rung = true;
  };
  const ear = (name: string) => {
    if (name === wakes.relay || name === "") ring();
  };
  const close = "listen" in db ? hearOutbox(db, ear) : () => {};
  return {
    close,
    async wait(ms) {
      if (rung) {
        rung = false;
        return;
      }
      const timer = new AbortController();
      await Promise.race([
        sleep(ms, undefined, { signal: timer.signal }).catch(() => {}),
        new Promise<void>((resolve) => {
          ring = resolve;
        }),
      ]);
      timer.abort();
      ring = () => {
        rung = true;
      };
    },
  };
}

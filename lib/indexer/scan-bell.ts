import { wakes } from "@/lib/core/wakes";
import type { Context } from "@/lib/domain/context";
import { type Bell, createBell } from "@/lib/domain/outbox/bell";
import { hearOutbox } from "@/lib/domain/outbox/hear-outbox";

/** A bell that rings when a chain may have something new, or the process is to end. */
export interface ScanBell extends Pick<Bell, "wait"> {
  close(): void;
}

/** Opens a bell. On a connection that cannot listen it hears of the process's end alone. */
export function openScanBell({ db, stopping }: Pick<Context, "db" | "stopping">): ScanBell {
  const bell = createBell();
  const silence =
    "listen" in db
      ? hearOutbox(db, (name) => {
          if (name === wakes.chain) bell.ring();
        })
      : () => {};
  stopping?.addEventListener("abort", bell.ring);
  return {
    wait: bell.wait,
    close: () => {
      silence();
      stopping?.removeEventListener("abort", bell.ring);
    },
  };
}

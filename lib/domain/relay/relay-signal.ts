import type { Db } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import { type Bell, createBell } from "@/lib/domain/outbox/bell";
import { hearOutbox } from "@/lib/domain/outbox/hear-outbox";

/** A bell that rings when there may be something to relay. */
export interface RelayBell extends Pick<Bell, "wait"> {
  close(): void;
}

/** Opens a bell. On a connection that cannot listen it stays silent. */
export function openBell(db: Db): RelayBell {
  const bell = createBell();
  const silence =
    "listen" in db
      ? hearOutbox(db, (name) => {
          if (name === wakes.relay || name === "") bell.ring();
        })
      : () => {};
  return { wait: bell.wait, close: silence };
}

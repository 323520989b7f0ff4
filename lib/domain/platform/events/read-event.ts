import type { Db } from "@/db/client";
import { idPattern } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { EventRow } from "./event-rows";
import { type EventView, viewEvent } from "./view";

interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** One of the merchant's events of the mode; null where there is none, or it has been removed. */
export async function readEvent(db: Db, owner: Owner, id: string): Promise<EventView | null> {
  if (!idPattern("event").test(id)) return null;
  const [row] = await db<EventRow[]>`
    select e.* from events e where e.id = ${id} and ${ownedBy(db, owner, "e")}`;
  return row ? viewEvent(row) : null;
}

import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/context";
import type { IndexedEvent } from "./decode";
import type { EventRule } from "./event-rule";
import { storeEvents } from "./store-blocks";

/** Stores events and writes what follows from those that are new; each verb gets all of its own at once. */
export async function seeEvents(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<void> {
  const byVerb = new Map<EventRule["see"], unknown[]>();
  for (const { rule, event } of await storeEvents(ctx, tx, chainId, events)) {
    const same = byVerb.get(rule.see);
    if (same) same.push(event);
    else byVerb.set(rule.see, [event]);
  }
  for (const [see, seen] of byVerb) await see(ctx, tx, seen);
}

import { transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { compareFigures, listFigureOwners } from "./compare-figures";
import type { FigureOwner } from "./recounts";

/**
 * Compares counters with a recount, a business and mode after the other, and notes where they differ for /ready.
 * @param given.after where the call before ended; null at first
 * @param given.until when to stop
 * @returns where to go on; null at the end
 */
export async function noteDifferences(
  { db, log }: Context<SystemActor>,
  { after, until }: { after: FigureOwner | null; until: Date },
): Promise<FigureOwner | null> {
  const owners = await listFigureOwners(db, after);
  for (const owner of owners) {
    const found = await compareFigures({ db }, owner);
    await transaction(db, async (tx) => {
      await tx`delete from figure_differences where ${ownedBy(tx, owner)}`;
      if (found.length > 0) await tx`insert into figure_differences ${tx(found)}`;
    });
    if (found.length > 0) log.error({ ...owner, found: found.length }, "counters differ");
    if (new Date() > until) return owner;
  }
  return null;
}

/** How many places the last comparison found to differ. */
export async function countDifferences(db: Context["db"]): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int from figure_differences`;
  return row?.count ?? 0;
}

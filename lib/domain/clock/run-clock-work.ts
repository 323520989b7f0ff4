import type { Sql } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/context";
import type { ClockWork } from "./clock-work";

/** What one kind of work does is another kind's work, a few times at most. */
const MOST_ROUNDS = 20;

/** Does what is due, again until a round finds nothing. */
export async function runClockWork(
  ctx: Context<SystemActor>,
  work: readonly ClockWork[],
  at: { readonly db: Sql; readonly until: Date },
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let done = 0;
    for (const { run } of work) done += await run(ctx, at);
    if (done === 0 || Date.now() >= at.until.getTime()) return;
  }
}

/** What is due and not done, by kind; kinds of which nothing waits are left out. */
export async function readWaiting(
  db: Sql,
  work: readonly ClockWork[],
): Promise<Record<string, number>> {
  const waiting: Record<string, number> = {};
  for (const one of work) {
    const count = (await one.waiting?.(db)) ?? 0;
    if (count > 0) waiting[one.name] = count;
  }
  return waiting;
}

/** When the next thing falls due; null when nothing is scheduled. */
export async function readNextAt(db: Sql, work: readonly ClockWork[]): Promise<Date | null> {
  let next: Date | null = null;
  for (const { nextAt } of work) {
    const at = (await nextAt?.(db)) ?? null;
    if (at && (!next || at < next)) next = at;
  }
  return next;
}

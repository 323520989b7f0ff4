import type { Sql } from "@/db/client";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";

export const settleRefundsWork: ClockWork = {
  name: "refunds",
  each: "step",
  run: (ctx, { db, until }) => settleDueRefunds({ ...ctx, db }, { until }),
  nextAt: readNextCancellation,
};

/** Refunds with a hash are left out: they are checked again and again, at any stop of the clock. */
async function readNextCancellation(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select due_at as at from refunds
    where due_at > clock_now() and refund_tx_hash is null order by due_at limit 1`;
  return row?.at ?? null;
}

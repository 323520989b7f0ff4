import type { Sql } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/platform/context";

/** What falls due by the time of the business, as the moved clock does it. */
export interface ClockWork {
  readonly name: string;
  /** After each step, or once in each day or week (UTC) that the clock reaches, and at its end. */
  readonly each: "step" | "day" | "week";
  /** Does what is due now, and waits for nothing that comes while it does. @returns how much it did */
  run(ctx: Context<SystemActor>, at: { readonly db: Sql; readonly until: Date }): Promise<number>;
  /**
   * When the next falls due that is not due yet; the clock stops there.
   * @param since when the move was asked for: what callers made after it need not stop the clock
   */
  nextAt?(db: Sql, since: Date): Promise<Date | null>;
  /** What was due at a time of the business, and is not done. */
  waiting?(db: Sql, at: Date): Promise<number>;
}

import type { Db } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import { type DayRange, dayText } from "@/lib/core/insight/day-range";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** What moved on a day in a currency; smallest unit. */
export interface Flow {
  /** `2026-04-27` */
  readonly day: string;
  readonly currency: Currency;
  readonly received: bigint;
  readonly fees: bigint;
  readonly refunds: bigint;
}

/** What moved on the days of a range, by the counters of final blocks; days without movement are left out. */
export function readFlows(db: Db, owner: Owner, { from, to }: DayRange): Promise<Flow[]> {
  return db<Flow[]>`
    select day::text as day, currency, sum(received) as received, sum(fees) as fees,
      sum(refunds) as refunds
    from daily_movements
    where ${ownedBy(db, owner)} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
    group by 1, 2`;
}

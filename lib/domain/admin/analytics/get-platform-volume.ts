import type { getPlatformVolume as declaration } from "@/lib/contract/admin/analytics";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { eachDay } from "@/lib/core/insight/day-range";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inEach, readDailyTakings, type Takings } from "./read-platform-takings";

const DEFAULT_DAYS = 30;

/**
 * What all merchants took on each day (UTC) of a range, with the fees.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getPlatformVolume(
  { db }: Context<AdminActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const range = await readDayRange(db, input, DEFAULT_DAYS);
  const rows = await readDailyTakings(db, range);
  const byDay = new Map<string, Takings[]>();
  for (const row of rows) byDay.set(row.day, [...(byDay.get(row.day) ?? []), row]);
  return {
    object: "admin_volume",
    days: eachDay(range).flatMap((day) =>
      inEach(byDay.get(day) ?? []).map((row) => ({ day, ...row })),
    ),
  };
}

import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getVolume as declaration } from "@/lib/contract/insight/stats";
import { currencies } from "@/lib/core/amounts/money";
import { eachDay } from "@/lib/core/insight/day-range";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readDayRange } from "./read-day-range";
import { readTakings } from "./read-takings";

const DEFAULT_DAYS = 30;

/**
 * What a merchant took on each day (UTC) of a range, by counters: final payments and charges, before fees and
 * refunds.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getVolume(
  ctx: Context<SessionActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const range = await readDayRange(ctx.db, input, DEFAULT_DAYS);
  const rows = await readTakings(ctx, range);
  const taken = new Map(rows.map((row) => [`${row.day} ${row.currency}`, row]));
  return {
    object: "volume",
    mode: ctx.actor.mode,
    days: eachDay(range).flatMap((day) =>
      currencies.map((currency) => {
        const row = taken.get(`${day} ${currency}`);
        return { day, currency, amount: row?.amount ?? 0n, payments: Number(row?.payments ?? 0n) };
      }),
    ),
  };
}

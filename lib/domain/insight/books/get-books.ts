import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getBooks as declaration } from "@/lib/contract/insight/books";
import type { Currency } from "@/lib/core/amounts/money";
import { type DayRange, dayText } from "@/lib/core/insight/day-range";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

const DEFAULT_DAYS = 30;

type Books = OutputOf<typeof declaration>;

/** What moved on a day of a chain in a currency; the day is null for all before the range. Smallest unit. */
interface Moved {
  readonly day: string | null;
  readonly chainId: number;
  readonly currency: Currency;
  readonly in: bigint;
  readonly fees: bigint;
  readonly refunds: bigint;
  readonly movements: number;
  readonly firstBlock: bigint;
  readonly lastBlock: bigint;
}

/**
 * What moved through the contracts for a merchant, by day (UTC) of the block, chain and currency, with the net proceeds
 * before and after. Only rows of final blocks count, those that screening holds included: their money has moved.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getBooks(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Books> {
  const range = await readDayRange(ctx.db, input, DEFAULT_DAYS);
  const rows = await readMoved(ctx, range);
  const days: Books["days"] = [];
  const totals = new Map<string, Books["total"][number]>();
  for (const { day, ...row } of rows) {
    const name = `${row.chainId} ${row.currency}`;
    const closing = row.in - row.fees - row.refunds;
    const { chainId, currency } = row;
    const known = totals.get(name) ?? { chainId, currency, ...nothing };
    if (day === null) {
      totals.set(name, { ...known, opening: closing, closing });
      continue;
    }
    const out = row.fees + row.refunds;
    days.push({ ...row, day, out, opening: known.closing, closing: known.closing + closing });
    totals.set(name, {
      ...known,
      in: known.in + row.in,
      fees: known.fees + row.fees,
      refunds: known.refunds + row.refunds,
      out: known.out + out,
      closing: known.closing + closing,
      movements: known.movements + row.movements,
    });
  }
  const [from, to] = [dayText(range.from), dayText(range.to)];
  return { object: "books", mode: ctx.actor.mode, from, to, days, total: [...totals.values()] };
}

const nothing = {
  opening: 0n,
  in: 0n,
  fees: 0n,
  refunds: 0n,
  out: 0n,
  closing: 0n,
  movements: 0,
} as const;

/** Everything before the range first, then its days, the oldest first; by counters. */
function readMoved(
  { db, actor }: Context<MerchantActor>,
  { from, to }: DayRange,
): Promise<Moved[]> {
  const [first, end] = [dayText(from), dayText(to)];
  return db<Moved[]>`
    select case when day >= ${first}::date then day::text end as day, chain_id, currency,
      sum(movements)::int as movements, sum(received) as "in", sum(fees) as fees,
      sum(refunds) as refunds, min(first_block) as first_block, max(last_block) as last_block
    from daily_movements where ${ownedBy(db, actor)} and day < ${end}::date
    group by 1, 2, 3 having sum(movements) > 0
    order by 1 nulls first, 2, 3`;
}

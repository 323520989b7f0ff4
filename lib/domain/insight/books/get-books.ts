import { bookedCondition } from "@/db/booked-condition";
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

/**
 * Everything before the range first, then its days, the oldest first. Apart from each other, since what lies before is
 * summed without being sorted by days.
 */
function readMoved(
  { db, actor }: Context<MerchantActor>,
  { from, to }: DayRange,
): Promise<Moved[]> {
  const sums = db`
    count(*)::int as movements,
    coalesce(sum(amount) filter (where type <> 'refund'), 0) as "in",
    coalesce(sum(fee) filter (where type <> 'refund'), 0) as fees,
    coalesce(sum(amount) filter (where type = 'refund'), 0) as refunds,
    min(block_number) as first_block, max(block_number) as last_block`;
  const booked = db`${ownedBy(db, actor)} and ${db.unsafe(bookedCondition)}`;
  return db<Moved[]>`
    select null as day, chain_id, currency, ${sums} from transactions
    where ${booked} and block_timestamp < ${from} group by 2, 3
    union all
    select (block_timestamp at time zone 'UTC')::date::text, chain_id, currency, ${sums}
    from transactions
    where ${booked} and block_timestamp >= ${from} and block_timestamp < ${to} group by 1, 2, 3
    order by 1 nulls first, 2, 3`;
}

import { bookedRows } from "@/db/booked-condition";
import type { transactionTypes } from "@/db/schema/payments";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listMovements as declaration } from "@/lib/contract/insight/books";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { dayText } from "@/lib/core/insight/day-range";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

const DEFAULT_DAYS = 30;

/** A row of `transactions`; `createdAt` is the time of its block, by which pages are cut. */
interface MovementRow {
  readonly id: string;
  readonly kind: (typeof transactionTypes)[number];
  readonly chainId: number;
  readonly blockNumber: bigint;
  readonly createdAt: Date;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly currency: Currency;
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/**
 * Lists what moved through the contracts for a merchant in final blocks, the newest first.
 * @throws Refusal `invalid_request`: a bad cursor, or a range that is empty or too long
 */
export async function listMovements(
  { db, actor }: Context<MerchantActor>,
  { from, to, limit, cursor: given }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { cursor, start } = from ? { cursor: given, start: from } : splitCursor(given);
  const range = await readDayRange(db, { from: start, to }, DEFAULT_DAYS);
  const input = { limit, cursor, createdAfter: range.from, createdBefore: range.to };
  const listed = db<MovementRow[]>`
    select m.* from (
      select id, type as kind, chain_id, block_number, block_timestamp as created_at, tx_hash,
        log_index, currency, token_address as token, from_address as "from", to_address as "to",
        amount, fee, net_amount as net
      from transactions where ${ownedBy(db, actor)} and ${db.unsafe(bookedRows)}
    ) m
    where ${inPage(db, "m", input)}`;
  const rows = await newestFirst(db, "m", listed, input);
  const page = toPage(rows, input, "/v1/books/movements", ({ createdAt, ...row }) => ({
    ...row,
    object: "book_movement" as const,
    date: dayText(createdAt),
    blockTimestamp: createdAt,
  }));
  if (from || page.nextCursor === null) return page;
  return { ...page, nextCursor: `${page.nextCursor}${dayText(range.from)}` };
}

/**
 * A cursor of a list without `from` ends with the day on which the list begins: a page after midnight (UTC) does not leave
 * the oldest day out. Base64url of a position has no hyphen.
 */
function splitCursor(given: string | undefined): { cursor?: string; start?: Date } {
  const [, cursor, day] = /^([^-]+)([0-9]{4}-[0-9]{2}-[0-9]{2})$/.exec(given ?? "") ?? [];
  const start = new Date(`${day}T00:00:00Z`);
  return cursor === undefined || Number.isNaN(start.getTime())
    ? { cursor: given }
    : { cursor, start };
}

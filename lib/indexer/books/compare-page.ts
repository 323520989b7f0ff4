import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Context } from "@/lib/domain/platform/context";
import type { Source } from "@/lib/indexer/source";
import { addMoney, type BookTotal } from "./book-check-rows";
import { compareMovements } from "./compare-movements";
import { findByReceipts } from "./find-by-receipts";
import { type Difference, placeOf } from "./movement";
import {
  type Blocks,
  endOfPage,
  findForeign,
  readBookedMovements,
  withoutRow,
} from "./read-booked-movements";
import { readChainMoney } from "./read-chain-movements";

/** Blocks that were compared, and where books and chain differ there. */
export interface ComparedPage {
  readonly through: bigint;
  readonly differences: readonly Difference[];
}

/** Blocks whose logs are compared together, at the most. */
const PAGE_BLOCKS = 2_000n;

/**
 * Compares the next final blocks: what the node shows of them with the rows of the books.
 * @param totals what the events come to, to which those of the page are added
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function comparePage(
  { db }: Pick<Context, "db">,
  rpc: Rpc,
  source: Source,
  { above, through }: Blocks,
  totals: BookTotal[] = [],
): Promise<ComparedPage> {
  const wanted = above + PAGE_BLOCKS < through ? above + PAGE_BLOCKS : through;
  const end = await endOfPage(db, source, { above, through: wanted });
  const money = await readChainMoney(rpc, source, { from: above + 1n, to: end });
  const blocks = { above, through: money.through };
  const booked = await readBookedMovements(db, source, blocks);
  const places = new Set(money.movements.map(placeOf));
  const unshown = booked.filter((row) => !places.has(placeOf(row)));
  const further = await findByReceipts(rpc, source, unshown);
  const movements = [...money.movements, ...further];
  const isForeign = await findForeign(db, source, withoutRow(movements, booked));
  const rows = new Set(booked.map(placeOf));
  const isBooked = (event: (typeof movements)[number]) =>
    rows.has(placeOf(event)) || !isForeign(event);
  addMoney(totals, { movements: uniqueOf(movements), sweeps: money.sweeps }, isBooked);
  const differences = compareMovements(source.chain.id, { shown: movements, booked }, isForeign);
  return { through: money.through, differences };
}

/** A doubled row leads to the same receipt. */
const uniqueOf = <Event extends { txHash: string; logIndex: number }>(events: readonly Event[]) => [
  ...new Map(events.map((event) => [`${event.txHash} ${event.logIndex}`, event])).values(),
];

import type { BookDifferenceKind } from "@/lib/core/insight/book-differences";
import type { BookedMovement, ChainMovement, Difference, Movement } from "./movement";
import { placeOf } from "./movement";

/** What each field of a movement is called where it differs. */
const fields = {
  type: ({ type }) => type,
  merchant: ({ merchant }) => (merchant === null ? null : String(merchant)),
  amount: ({ amount }) => String(amount),
  fee: ({ fee }) => String(fee),
  token: ({ token }) => token,
  currency: ({ currency }) => currency,
  payer: ({ payer }) => payer,
  payout: ({ payout }) => payout,
  block: ({ blockNumber }) => String(blockNumber),
} as const satisfies Partial<Record<BookDifferenceKind, (movement: Movement) => string | null>>;

/**
 * Compares movements of the chain with rows of the books, by the place of their logs: each has exactly one of the
 * other, and both say the same.
 * @param isForeign whether an event without a row is none of ours, or explained otherwise
 */
export function compareMovements(
  chainId: number,
  { shown, booked }: { shown: readonly ChainMovement[]; booked: readonly BookedMovement[] },
  isForeign: (event: ChainMovement) => boolean,
): Difference[] {
  const events = new Map(shown.map((event) => [placeOf(event), event]));
  const rows = new Map<string, BookedMovement[]>();
  for (const row of booked) rows.set(placeOf(row), [...(rows.get(placeOf(row)) ?? []), row]);
  const found: Difference[] = [];
  for (const [place, event] of events) {
    if (rows.has(place) || isForeign(event)) continue;
    found.push(differenceOf(chainId, event, { kind: "row_missing", theirs: tell(event) }));
  }
  for (const [place, [first, ...further]] of rows) {
    if (!first) continue;
    const event = events.get(place);
    for (const row of further) {
      const theirs = event ? tell(event) : null;
      found.push(rowDifference(chainId, row, { kind: "row_double", ours: tell(row), theirs }));
    }
    if (event) found.push(...compareFields(chainId, first, event));
    else {
      const told = { kind: "event_missing", ours: tell(first), theirs: null } as const;
      found.push(rowDifference(chainId, first, told));
    }
  }
  return found;
}

function compareFields(chainId: number, row: BookedMovement, event: ChainMovement): Difference[] {
  const differing = Object.entries(fields).flatMap(([kind, read]) => {
    const [ours, theirs] = [read(row), read(event)];
    if (ours === theirs || theirs === null) return [];
    return [rowDifference(chainId, row, { kind: kind as keyof typeof fields, ours, theirs })];
  });
  const net = event.amount - event.fee;
  if (row.net !== net) {
    const told = { kind: "net", ours: String(row.net), theirs: String(net) } as const;
    differing.push(rowDifference(chainId, row, told));
  }
  if (!row.isSettled) {
    const told = { kind: "unsettled", ours: "pending", theirs: "final" } as const;
    differing.push(rowDifference(chainId, row, told));
  }
  return differing;
}

/** A movement in a line. */
const tell = ({ type, amount, fee, token, payer, payout }: Movement) =>
  `${type} of ${amount} (fee ${fee}) of ${token} from ${payer} to ${payout}`;

type Told = Pick<Difference, "kind" | "theirs"> & Partial<Pick<Difference, "ours" | "subject">>;

function differenceOf(chainId: number, at: Movement, told: Told): Difference {
  const { blockNumber, txHash, logIndex } = at;
  return { subject: null, ours: null, ...told, chainId, blockNumber, txHash, logIndex };
}

const rowDifference = (chainId: number, row: BookedMovement, told: Told): Difference =>
  differenceOf(chainId, row, { ...told, subject: row.id });

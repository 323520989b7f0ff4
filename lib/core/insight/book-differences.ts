/**
 * How books and chain can differ.
 * `row_missing`: an event of the chain has no row; `event_missing`: a row has no event; `row_double`: an event has
 * several rows; `unsettled`: the row of a final event is not final; `sums` and `balance`: of a contract and token.
 * All others name the field.
 */
export const bookDifferenceKinds = [
  "row_missing",
  "event_missing",
  "row_double",
  "unsettled",
  "type",
  "merchant",
  "amount",
  "fee",
  "net",
  "token",
  "currency",
  "payer",
  "payout",
  "block",
  "sums",
  "balance",
] as const;

export type BookDifferenceKind = (typeof bookDifferenceKinds)[number];

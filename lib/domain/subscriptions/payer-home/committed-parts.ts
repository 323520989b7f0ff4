import type { StoredSubscription } from "@/lib/domain/subscriptions/charges/due-renewals";

/** What the parts of a committed sum follow from. */
export type CountedRow = Pick<
  StoredSubscription,
  | "deploymentId"
  | "tokenAddress"
  | "status"
  | "enrolledAt"
  | "onchainCancel"
  | "startAt"
  | "endAt"
  | "intervalSeconds"
  | "amount"
  | "currentPeriod"
  | "chargedOfPeriod"
  | "cap"
  | "charged"
> & {
  /** It is on its way to the chain, or in a block that is not final. */
  isCreating: boolean;
};

/** Whether the contract still counts what is left of it. */
const isOnChain = ({ enrolledAt, onchainCancel }: CountedRow) =>
  enrolledAt !== null && onchainCancel !== "confirmed";

const hasEndedHere = ({ status }: CountedRow) => status === "cancelled" || status === "lapsed";

/**
 * What a subscription may still be charged, as its contract counts it: periods that have passed are not.
 * @param now of the chain, unix seconds
 */
function leftOf(row: CountedRow, now: bigint): bigint {
  const remaining = (row.cap ?? row.charged) - row.charged;
  if (row.endAt === null) return remaining;
  const [startAt, endAt] = [secondsOf(row.startAt), secondsOf(row.endAt)];
  if (now >= endAt) return 0n;
  const period = now < startAt ? 0n : (now - startAt) / row.intervalSeconds;
  const periods = (endAt - startAt + row.intervalSeconds - 1n) / row.intervalSeconds - period;
  const charged = BigInt(row.currentPeriod ?? -1) === period ? row.chargedOfPeriod : 0n;
  const chargeable = periods * row.amount - charged;
  return chargeable < remaining ? chargeable : remaining;
}

const secondsOf = (instant: Date) => BigInt(Math.floor(instant.getTime() / 1_000));

const sumOf = (rows: readonly CountedRow[], now: bigint) =>
  rows.filter(isOnChain).reduce((sum, row) => sum + leftOf(row, now), 0n);

const atLeast = (value: bigint) => (value > 0n ? value : 0n);

/**
 * What of a committed sum belongs to other services, whose registries are not ours. Nothing is said to while an
 * enrolment of ours is not booked yet: the chain may have it.
 * @param rows those of the contract and the token
 */
export function othersOf(committed: bigint, rows: readonly CountedRow[], now: bigint): bigint {
  if (rows.some(({ isCreating }) => isCreating)) return 0n;
  return atLeast(committed - sumOf(rows, now));
}

/** Without what the contract still counts of subscriptions that have ended here: nothing is charged for them. */
export function chargeableOf(own: bigint, rows: readonly CountedRow[], now: bigint): bigint {
  return atLeast(own - sumOf(rows.filter(hasEndedHere), now));
}

import type { RenewalBlocker } from "@/lib/core/subscriptions/renewal-blockers";
import {
  missingOf,
  type PayerPosition,
  type Prediction,
  predictBlockers,
} from "@/lib/domain/subscriptions/charges/predict-blockers";
import type { KnownPosition } from "./payer-positions";
import { payerTokenKey } from "./payer-token";
import type { AheadRenewal } from "./renewals-ahead";

/** What can be said of a renewal that is ahead. */
export interface Outlook {
  /** Null where it would be charged. */
  readonly blocker: RenewalBlocker | null;
  /** By how much balance or allowance falls short, smallest unit; null where neither does. */
  readonly missing: bigint | null;
  /** When the chain was asked; null where it was not. */
  readonly checkedAt: Date | null;
}

const UNKNOWN: Outlook = { blocker: "unknown", missing: null, checkedAt: null };
const PAUSED: Outlook = { ...UNKNOWN, blocker: "subscription_paused" };
const BLOCKED: Outlook = { ...UNKNOWN, blocker: "address_blocked" };

/** Tells a renewal from all others. */
const renewalKey = ({ subscriptionId, dueAt }: AheadRenewal): string =>
  `${subscriptionId} ${dueAt.getTime()}`;

interface Reckoning {
  readonly position: PayerPosition;
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly checkedAt: Date;
}

/**
 * Predicts renewals from all that falls due of their payers, in the order in which it does: what is charged earlier
 * uses up balance and allowance, at whichever merchant; what fails uses nothing. As things are: no payer gets money or
 * allows more meanwhile.
 * @param given.due everything that falls due of the payers, the earliest first
 * @param given.positions by `payerTokenKey`; nothing is said of payers without one
 * @returns what can be said of a renewal; `unknown` of one that is not among `due`
 */
export function predictRenewals({
  due,
  positions,
}: {
  due: readonly AheadRenewal[];
  positions: ReadonlyMap<string, KnownPosition>;
}): (renewal: AheadRenewal) => Outlook {
  const byPayer = new Map<string, AheadRenewal[]>();
  for (const renewal of due) {
    const key = payerTokenKey(renewal);
    const own = byPayer.get(key);
    if (own) own.push(renewal);
    else byPayer.set(key, [renewal]);
  }
  const reckonings = new Map<string, Reckoning>();
  for (const [key, own] of byPayer) {
    const known = positions.get(key);
    if (!known) continue;
    const asked = own.filter((renewal) => !wasBlocked(renewal));
    const wanted = asked.map((renewal) => ({ id: renewalKey(renewal), amount: renewal.amount }));
    const position = { ...known, wanted };
    const predictions = predictBlockers(position);
    reckonings.set(key, { position, predictions, checkedAt: known.readAt });
  }
  return (renewal) => outlookOf(renewal, reckonings.get(payerTokenKey(renewal)));
}

/** A list named the payer at the last try: it is not charged until a try finds otherwise. */
const wasBlocked = ({ status, failureCode }: AheadRenewal) =>
  status === "past_due" && failureCode === "address_blocked";

function outlookOf(renewal: AheadRenewal, reckoning: Reckoning | undefined): Outlook {
  if (renewal.isPaused) return PAUSED;
  if (wasBlocked(renewal)) return BLOCKED;
  const id = renewalKey(renewal);
  const prediction = reckoning?.predictions.get(id);
  if (!reckoning || !prediction) return UNKNOWN;
  const { position, predictions, checkedAt } = reckoning;
  const missing = missingOf(position, predictions, id);
  return { blocker: blockerOf(prediction), missing, checkedAt };
}

/** What waits for charges that are under way is not known. */
function blockerOf(prediction: Prediction): RenewalBlocker | null {
  if (prediction === "waits") return "unknown";
  return prediction === "pays" ? null : prediction;
}

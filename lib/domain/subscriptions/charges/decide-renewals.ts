import type { Charge } from "@/lib/adapters/chain/calls/charge-calls";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import type { ClaimedSubscription } from "./claim-renewals";
import { dateOf, judgeRenewal } from "./judge-renewal";
import { missingOf, type Prediction, predictBlockers } from "./predict-blockers";
import { type Positions, payerKey, routeKey } from "./read-positions";

/** What is to be done about a claimed subscription. */
export type Verdict =
  /** Nothing is ever charged again. */
  | { readonly kind: "over" }
  /** Nothing is wrong with the payer, but nothing can be charged now. */
  | { readonly kind: "later"; readonly at: Date }
  | Failing
  | { readonly kind: "pay"; readonly due: DueCharge };

/** The payer's side keeps it from being charged. */
export interface Failing {
  readonly kind: "fail";
  readonly code: ChargeFailure;
  /** By how much balance or allowance falls short, smallest unit; null where neither does. */
  readonly missing: bigint | null;
  readonly due: DueCharge;
}

/** A charge that is due. */
export interface DueCharge extends Charge {
  readonly periodStart: Date;
}

/** By the chain's clock: until a charge that is under way may be in a block, or trouble of ours over. */
export const SOON_SECONDS = 15n;
/** Until a merchant that cannot be paid is asked about again. */
const UNPAYABLE_SECONDS = 3_600n;

/**
 * Decides from what the chain said at a block. Of each payer the charges in a token are reckoned in the order in which they
 * fell due.
 * @param claimed the oldest first
 * @param time of the block, unix seconds
 */
export function decideRenewals(
  claimed: readonly ClaimedSubscription[],
  positions: Positions,
  time: bigint,
): Map<ClaimedSubscription, Verdict> {
  const verdicts = new Map<ClaimedSubscription, Verdict>();
  const due = new Map<ClaimedSubscription, DueCharge>();
  for (const row of claimed) {
    const verdict = beforeMoney(row, positions, time);
    if ("charge" in verdict) due.set(row, verdict.charge);
    else verdicts.set(row, verdict);
  }
  const predictions = predictAll(due, positions);
  for (const [row, charge] of due) {
    verdicts.set(row, verdictOf(predictions.get(row.id), charge, time));
  }
  return verdicts;
}

function beforeMoney(
  row: ClaimedSubscription,
  { subscriptions, payable }: Positions,
  time: bigint,
): Verdict | { readonly charge: DueCharge } {
  const found = subscriptions.get(row.onchainId);
  if (!found) return later(time, SOON_SECONDS);
  const judgement = judgeRenewal(row, found, time);
  if (judgement.kind !== "charge") return judgement;
  const isPayable = payable.get(routeKey(row));
  if (isPayable === undefined) return later(time, SOON_SECONDS);
  if (!isPayable) return later(time, UNPAYABLE_SECONDS);
  return { charge: { ...judgement.charge, periodStart: judgement.periodStart } };
}

interface ChargePrediction {
  readonly prediction: Prediction;
  readonly missing: bigint | null;
}

function predictAll(
  due: ReadonlyMap<ClaimedSubscription, DueCharge>,
  { payers }: Positions,
): Map<string, ChargePrediction> {
  const all = new Map<string, ChargePrediction>();
  for (const [key, position] of payers) {
    const wanted = [...due].filter(([row]) => payerKey(row) === key);
    const charges = wanted.map(([{ id }, { amount }]) => ({ id, amount }));
    const asked = { ...position, wanted: charges };
    const predictions = predictBlockers(asked);
    for (const [id, prediction] of predictions) {
      all.set(id, { prediction, missing: missingOf(asked, predictions, id) });
    }
  }
  return all;
}

function verdictOf(predicted: ChargePrediction | undefined, due: DueCharge, time: bigint): Verdict {
  if (!predicted || predicted.prediction === "waits") return later(time, SOON_SECONDS);
  const { prediction: code, missing } = predicted;
  return code === "pays" ? { kind: "pay", due } : { kind: "fail", code, missing, due };
}

function later(time: bigint, seconds: bigint): Verdict {
  return { kind: "later", at: dateOf(time + seconds) };
}

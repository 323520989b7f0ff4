import type { PayerFunds } from "@/lib/adapters/chain/reads/read-chargeable";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";

/** A charge of one payer in one token, in the order in which they fall due. */
export interface WantedCharge {
  readonly id: string;
  readonly amount: bigint;
}

/** What the token would say of a payer's charges. */
export interface PayerPosition extends PayerFunds {
  /** The token's issuer has stopped all of its transfers. */
  readonly paused: boolean;
  /** Signed charges of the payer that are in no block yet, smallest unit. */
  readonly underWay: bigint;
  readonly wanted: readonly WantedCharge[];
}

/**
 * What becomes of a charge: `pays`; `waits`, since it would go through but for charges that are under way; or why it
 * cannot go through.
 */
export type Prediction = "pays" | "waits" | ChargeFailure;

/**
 * Predicts which of a payer's charges in a token go through when they are made one after the other: each that does uses
 * up one balance and one allowance, and one that does not uses nothing. The token checks in this order.
 */
export function predictBlockers(position: PayerPosition): Map<string, Prediction> {
  let { balance, allowance } = position;
  const predictions = new Map<string, Prediction>();
  for (const { id, amount } of position.wanted) {
    const without = blockerOf(position, { balance, allowance }, amount);
    if (without !== null) {
      predictions.set(id, without);
      continue;
    }
    const left = { balance: balance - position.underWay, allowance: allowance - position.underWay };
    if (blockerOf(position, left, amount) !== null) {
      predictions.set(id, "waits");
      continue;
    }
    predictions.set(id, "pays");
    balance -= amount;
    allowance -= amount;
  }
  return predictions;
}

/**
 * By how much balance or allowance falls short of a charge that is predicted to fail, after those before it that go
 * through; null where neither is what keeps it.
 */
export function missingOf(
  { balance, allowance, wanted }: PayerPosition,
  predictions: ReadonlyMap<string, Prediction>,
  id: string,
): bigint | null {
  const at = wanted.findIndex((charge) => charge.id === id);
  const need = wanted
    .slice(0, at + 1)
    .filter((charge) => charge.id === id || predictions.get(charge.id) === "pays")
    .reduce((sum, { amount }) => sum + amount, 0n);
  const prediction = predictions.get(id);
  if (prediction === "insufficient_balance") return need - balance;
  return prediction === "insufficient_allowance" ? need - allowance : null;
}

function blockerOf(
  { paused, blocked }: Pick<PayerPosition, "paused" | "blocked">,
  left: Pick<PayerFunds, "balance" | "allowance">,
  amount: bigint,
): ChargeFailure | null {
  if (paused) return "token_paused";
  if (blocked) return "address_blocked";
  if (left.allowance < amount) return "insufficient_allowance";
  return left.balance < amount ? "insufficient_balance" : null;
}

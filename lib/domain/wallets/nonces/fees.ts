import type { FeeMarket } from "@/lib/adapters/chain/reads/fee-market";

/** What a transaction offers, in wei per gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const WEI_PER_GWEI = 1e9;
/** Nodes replace a transaction for 10 % more; an eighth leaves room for rounding. */
const BUMP_NUMERATOR = 9n;
const BUMP_DENOMINATOR = 8n;

/** The most that any transaction may offer per gas, in wei. */
export function feeCap({ RELAY_MAX_FEE_GWEI }: { RELAY_MAX_FEE_GWEI: number }): bigint {
  return BigInt(Math.round(RELAY_MAX_FEE_GWEI * WEI_PER_GWEI));
}

/** The most that a payload may offer, so that a transaction that only closes its nonce still fits under the cap. */
export function payloadCap(cap: bigint): bigint {
  return (cap * BUMP_DENOMINATOR) / BUMP_NUMERATOR;
}

/**
 * Fees with which a transaction is mined soon: room for the base fee to double, and the usual tip.
 * @returns null when the chain asks for more than the limit
 */
export function marketFees({ baseFee, tip }: FeeMarket, limit: bigint): Fees | null {
  const maxFeePerGas = smaller(2n * baseFee + tip, limit);
  if (maxFeePerGas <= baseFee) return null;
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas - baseFee) };
}

/**
 * Fees that replace a transaction: both an eighth higher at the least, or what the market asks.
 * @returns null when that exceeds the limit; the transaction then stays as it is
 */
export function replacementFees(previous: Fees, market: FeeMarket, limit: bigint): Fees | null {
  const least = {
    maxFeePerGas: raised(previous.maxFeePerGas),
    maxPriorityFeePerGas: raised(previous.maxPriorityFeePerGas),
  };
  if (least.maxFeePerGas > limit || least.maxPriorityFeePerGas > limit) return null;
  const wanted = larger(2n * market.baseFee + market.tip, least.maxFeePerGas);
  const maxFeePerGas = smaller(wanted, limit);
  const tip = larger(market.tip, least.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) };
}

/** Whether a transaction offers less than the next block is likely to ask for. */
export function isUnderpriced(fees: Fees, { baseFee, tip }: FeeMarket): boolean {
  return fees.maxFeePerGas < baseFee + tip || fees.maxPriorityFeePerGas < tip;
}

function raised(fee: bigint): bigint {
  return (fee * BUMP_NUMERATOR + BUMP_DENOMINATOR - 1n) / BUMP_DENOMINATOR + (fee === 0n ? 1n : 0n);
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

import { splitFee } from "@/lib/core/amounts/money";

const BASIS_POINTS = 10_000n;

/**
 * The rate, in hundredths of a percent, behind a fee that the contract took: the merchant's registered
 * one when it explains the fee, else the smallest that does (the merchant's rate has changed since).
 * @param amount gross, smallest unit of the token
 */
export function feeBpsOf(amount: bigint, fee: bigint, registeredBps: number): number {
  if (splitFee(amount, registeredBps).fee === fee) return registeredBps;
  return Number((fee * BASIS_POINTS + amount - 1n) / amount);
}

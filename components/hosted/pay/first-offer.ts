import type { ChainBalance } from "@/lib/contract/payments/hosted-pay";

/** Whether a balance is known to be less than the amount; both in the token's smallest unit. An unknown one is not. */
export function isShort(balance: string | null | undefined, amount: string): boolean {
  return typeof balance === "string" && BigInt(balance) < BigInt(amount);
}

const covers = (balance: string | null, amount: string) =>
  balance !== null && BigInt(balance) >= BigInt(amount);

/**
 * The chain that a wallet is offered first: the session's own where its balance covers the amount, else the first one
 * where it does, else the session's own.
 * @param balances in the order in which the chains are offered; empty while they are not known
 */
export function firstOffer(
  balances: readonly ChainBalance[],
  { chainId: own, amount }: { chainId: number; amount: string },
): number {
  const enough = balances.filter(({ balance }) => covers(balance, amount));
  const isOwn = enough.some(({ chainId }) => chainId === own);
  return isOwn ? own : (enough[0]?.chainId ?? own);
}

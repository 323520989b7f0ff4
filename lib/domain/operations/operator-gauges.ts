import type { ChainSources, Sources } from "./open-sources";
import { inWhole, type Reading } from "./reading";

/** How many of an operator's calls are open, and for how long the first has been. */
export async function operatorCallGauges({ chains, operatorCalls }: Sources): Promise<Reading[]> {
  const [{ all }, open] = await Promise.all([chains(), operatorCalls()]);
  return all.flatMap(({ id }): Reading[] => {
    const ofChain = open.filter(({ chainId }) => chainId === id);
    const counts = new Map<string, Reading>();
    for (const { kind, state, count } of ofChain) {
      const key = `${kind} ${state}`;
      const sum = (counts.get(key)?.[1] ?? 0) + count;
      counts.set(key, ["operatorCalls", sum, String(id), kind, state]);
    }
    const oldest = Math.max(0, ...ofChain.map(({ oldestSeconds }) => oldestSeconds));
    return [...counts.values(), ["operatorCallsOldest", oldest, String(id)]];
  });
}

/** What the operator's wallets hold of a chain's currency. */
export async function operatorWalletGauges({
  chain,
  operatorBalances,
}: ChainSources): Promise<Reading[]> {
  const wallets = await operatorBalances();
  return wallets.map(({ balance, place }) => [
    "operatorBalance",
    inWhole(chain, balance),
    String(chain.id),
    String(place),
  ]);
}

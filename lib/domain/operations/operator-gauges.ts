import { modes } from "@/lib/core/modes";
import { openCallStates } from "@/lib/core/states";
import type { ChainSources } from "./open-chain";
import type { Sources } from "./open-sources";
import { inWhole, type Reading } from "./reading";
import { shownBalances } from "./wallets-in-service";

/** How many of an operator's calls are open, and for how long the first has been. */
export async function operatorCallGauges({ chains, operatorCalls }: Sources): Promise<Reading[]> {
  const [{ all }, open] = await Promise.all([chains(), operatorCalls()]);
  return all.flatMap(({ id }): Reading[] => {
    const ofChain = open.filter(({ chainId }) => chainId === id);
    const oldest = Math.max(0, ...ofChain.map(({ oldestSeconds }) => oldestSeconds));
    return [
      ...openCallStates.map((state): Reading => {
        const rows = ofChain.filter((row) => row.state === state);
        const count = rows.reduce((sum, row) => sum + row.count, 0);
        return ["operatorCalls", count, String(id), state];
      }),
      ["operatorCallsOldest", oldest, String(id)],
    ];
  });
}

/** How many merchants' registrations have ended without effect. */
export async function registrationGauges({
  chains,
  failedRegistrations,
}: Sources): Promise<Reading[]> {
  const [{ all }, failed] = await Promise.all([chains(), failedRegistrations()]);
  return all.map(({ id }) => {
    const ofChain = failed.filter(({ chainId }) => chainId === id);
    const count = ofChain.reduce((sum, group) => sum + group.count, 0);
    return ["registrationsFailed", count, String(id)];
  });
}

/** How many merchants' payout addresses cannot be used. */
export async function payoutGauges({ unusablePayouts }: Sources): Promise<Reading[]> {
  const unusable = await unusablePayouts();
  return modes.map((mode) => [
    "payoutsUnusable",
    unusable.filter((one) => one.mode === mode).length,
    mode,
  ]);
}

/** How many subscriptions are to be ended on their chain, and for how long the first has been. */
export async function cancellationGauges({ cancellations }: Sources): Promise<Reading[]> {
  const { count, oldestSeconds } = await cancellations();
  return [
    ["cancellations", count],
    ["cancellationsOldest", oldestSeconds],
  ];
}

/** What the operator's wallets hold of a chain's currency. */
export async function operatorWalletGauges(
  sources: Sources,
  { chain, operatorBalances }: ChainSources,
): Promise<Reading[]> {
  const wallets = await shownBalances(sources, chain.id, operatorBalances);
  return wallets.map(({ balance, place }) => [
    "operatorBalance",
    inWhole(chain, balance),
    String(chain.id),
    String(place),
  ]);
}

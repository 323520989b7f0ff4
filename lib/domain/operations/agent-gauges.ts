import type { ChainSources } from "./open-chain";
import type { Sources } from "./open-sources";
import { inWhole, type Reading } from "./reading";
import { shownBalances } from "./wallets-in-service";

/** What agents' jobs wait for. */
export async function agentWorkGauges({ agentWork }: Sources): Promise<Reading[]> {
  const work = await agentWork();
  return [
    ["agentProposals", work.proposals],
    ["agentProposalsOldest", work.oldestSeconds],
    ["agentTreasuriesOutOfStep", work.outOfStep],
    ["agentForeignJobs", work.foreignJobs],
    ["agentUnshown", work.unshown],
    ["agentUnclaimed", work.unclaimed],
    ["agentHeld", work.held],
  ];
}

/** What the agent's wallet holds of a chain's currency. */
export async function agentWalletGauges(
  sources: Sources,
  { chain, agentBalances }: ChainSources,
): Promise<Reading[]> {
  const wallets = await shownBalances(sources, chain.id, agentBalances);
  return wallets.map(({ balance }) => ["agentBalance", inWhole(chain, balance), String(chain.id)]);
}

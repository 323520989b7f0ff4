import { formatUnits } from "viem/utils";
import { PROPOSE_GAS } from "@/lib/adapters/chain/calls/agent-calls";
import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { ChainSources } from "@/lib/domain/operations/open-chain";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { AgentWork } from "@/lib/domain/operations/read-agent-work";
import { balancesInService } from "@/lib/domain/operations/wallets-in-service";
import { feeCap, marketFees } from "@/lib/domain/wallets/nonces/fees";

/** Fewer proposals than this, and it is time to send gas money. */
const LOW_CALLS = 20n;
/** Proposals are made at once; finality takes its time. */
const LATE_SECONDS = 1_800;

/** Whether agents' jobs come through: their proposals, the agent's gas money, and what treasuries say. */
export async function checkAgent(sources: Sources): Promise<Finding> {
  const [{ all }, work] = await Promise.all([sources.chains(), sources.agentWork()]);
  const wallets = await Promise.all(
    all.map(async ({ id }) => gasOf(sources, await sources.chain(id))),
  );
  return combine([...findingsOf(work), ...wallets]);
}

function findingsOf(work: AgentWork): Finding[] {
  const found: Finding[] = [];
  if (work.oldestSeconds > LATE_SECONDS) {
    const why = work.failure ? ` (${work.failure})` : "";
    const since = spoken(work.oldestSeconds);
    found.push(warn(`jobs not proposed: ${work.proposals}, the oldest for ${since}${why}`));
  }
  if (work.outOfStep > 0) {
    found.push(warn(`treasuries out of step with their settings for a day: ${work.outOfStep}`));
  }
  if (work.foreignJobs > 0) {
    found.push(warn(`escrows of treasuries that no job asked for: ${work.foreignJobs}`));
  }
  if (work.unshown > 0) {
    found.push(
      warn(`jobs that are funded on chain and whose event no node shows: ${work.unshown}`),
    );
  }
  if (work.unclaimed > 0) {
    const why = work.claimFailure ? ` (${work.claimFailure})` : "";
    found.push(warn(`expired jobs whose money was not returned: ${work.unclaimed}${why}`));
  }
  if (work.held > 0) {
    found.push(warn(`decided jobs whose money a token refuses: ${work.held}`));
  }
  return found.length > 0 ? found : [ok()];
}

async function gasOf(
  sources: Sources,
  { chain, agentBalances, market }: ChainSources,
): Promise<Finding> {
  const { config } = sources;
  if (config.AGENT_PRIVATE_KEY.length === 0) return ok();
  const [wallets, fees] = await Promise.all([
    balancesInService(sources, chain.id, agentBalances),
    market(),
  ]);
  const { maxFeePerGas } = marketFees(fees, feeCap(config)) ?? { maxFeePerGas: feeCap(config) };
  const { symbol, decimals } = chain.preset.nativeCurrency;
  return combine(
    wallets.map(({ wallet, balance }) => {
      const calls = balance / (PROPOSE_GAS * maxFeePerGas);
      const has = `${Number(Number(formatUnits(balance, decimals)).toPrecision(4))} ${symbol}`;
      const detail = `the agent's wallet ${wallet} has ${has} on chain ${chain.id}, good for ${calls} proposals`;
      return calls < LOW_CALLS ? warn(detail) : ok(detail);
    }),
  );
}

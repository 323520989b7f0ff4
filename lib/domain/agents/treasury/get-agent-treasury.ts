import type { z } from "zod";
import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Deployment, deploymentsOf } from "@/lib/adapters/chain/chains";
import { readSpentCents } from "@/lib/adapters/chain/reads/agent-treasury";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { balanceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { agentTreasury } from "@/lib/contract/agents/treasury";
import { strictestCap } from "@/lib/core/agents/compare-policy";
import { escrowedJobStatuses } from "@/lib/core/agents/job-states";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { readAgentConfig } from "@/lib/domain/agents/config/config-rows";
import type { TreasuryRow } from "@/lib/domain/agents/jobs/require-commerce";
import { readSpending } from "@/lib/domain/agents/jobs/sum-spending";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

type View = z.output<typeof agentTreasury>;

interface Accounts {
  readonly owner: Address;
  readonly payout: Address;
}

/**
 * What the agent's treasury of the mode's first deployment holds by the newest block, and how much of its limits is used.
 * Where no node answers in time, balances are null and the rest is shown.
 */
export async function getAgentTreasury(ctx: Context<MerchantActor>): Promise<View> {
  const { db, actor } = ctx;
  const { commerce } = (await readAgentConfig(db, actor)).settings;
  const place = await findPlace(ctx);
  const treasury = place?.treasury ?? null;
  const live = place && treasury && (await readLive(place.deployment, treasury.address));
  const spending = await readSpending(db, actor);
  const threshold = commerce.requireHumanApprovalAboveUsdCents;
  const cap = strictestCap(commerce.monthlySpendCapUsdCents, treasury?.monthlyCapCents ?? null);
  return {
    object: "agent_treasury",
    mode: actor.mode,
    chainId: place?.deployment.chainId ?? null,
    treasuryAddress: treasury?.address ?? null,
    owner: place?.owner ?? null,
    payoutAddress: place?.payout ?? null,
    balances: place ? await viewBalances(db, actor, place.deployment, live) : [],
    spentUsdCents: spending.month,
    chainSpentUsdCents: live?.spent ?? null,
    capUsdCents: cap,
    vendorDayUsdCents: treasury
      ? [threshold, treasury.thresholdCents, treasury.vendorDayCents].reduce(lower)
      : null,
    vendorDays: [...spending.vendorDays],
    blockNumber: live?.blockNumber ?? null,
    asOf: live?.at ?? null,
  };
}

const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The mode's first deployment with treasuries where the merchant is registered. */
async function findPlace({ db, chains, actor }: Context<MerchantActor>) {
  const registrations = await db<(Accounts & { deploymentId: string })[]>`
    select deployment_id, owner, payout from merchant_registrations
    where ${ownedBy(db, actor)} and status <> 'none'`;
  for (const deployment of deploymentsOf(chains, actor.mode)) {
    const found = registrations.find(({ deploymentId }) => deploymentId === deployment.id);
    if (!found || !deployment.contracts.agentTreasury) continue;
    const [treasury] = await db<TreasuryRow[]>`
      select * from agent_treasuries
      where deployment_id = ${deployment.id} and ${ownedBy(db, actor)}`;
    return { deployment, treasury, ...found };
  }
  return null;
}

interface Live {
  readonly amounts: ReadonlyMap<Currency, bigint>;
  readonly spent: bigint;
  readonly blockNumber: bigint;
  readonly at: Date;
}

/** Read within the time that a request has; null where no node answers. */
async function readLive({ chain, tokens }: Deployment, treasury: Address): Promise<Live | null> {
  const rpc = rpcWithin(chain.rpc, requestMs);
  try {
    const { number } = await latestBlock(chain, rpc);
    const at = new Date();
    const [spent, ...amounts] = await Promise.all([
      readSpentCents(rpc, treasury, number),
      ...Object.values(tokens).map(async ({ currency, address }) => {
        return [currency, await balanceOf(rpc, address, treasury, number)] as const;
      }),
    ]);
    return { amounts: new Map(amounts), spent, blockNumber: number, at };
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

async function viewBalances(
  db: Db,
  owner: Owner,
  { id, tokens }: Deployment,
  live: Live | null | undefined,
): Promise<View["balances"]> {
  const rows = await db<{ currency: Currency; escrowed: bigint }[]>`
    select currency, sum(amount)::numeric(78, 0) as escrowed from agent_jobs
    where ${ownedBy(db, owner)} and deployment_id = ${id}
      and status in (${stateList(db, escrowedJobStatuses)})
    group by currency`;
  return Object.values(tokens).map(({ currency, address }) => ({
    currency,
    tokenAddress: address,
    amount: live?.amounts.get(currency) ?? null,
    escrowed: rows.find((row) => row.currency === currency)?.escrowed ?? 0n,
  }));
}

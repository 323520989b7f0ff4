import type { z } from "zod";
import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Deployment } from "@/lib/adapters/chain/chains";
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
import { readSpending } from "@/lib/domain/agents/jobs/sum-spending";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
import { mainPlace, type Place, readPlaces } from "./read-places";

type View = z.output<typeof agentTreasury>;

/**
 * What the agent's treasury, from which new jobs are paid, holds by the newest block, and how much of its limits is used;
 * with the merchant's other treasuries that hold money. Where no node answers in time, balances are null and the rest is
 * shown.
 */
export async function getAgentTreasury(ctx: Context<MerchantActor>): Promise<View> {
  const { db, actor } = ctx;
  const { commerce } = (await readAgentConfig(db, actor)).settings;
  const places = await readPlaces(ctx, db, actor);
  const place = mainPlace(places);
  const treasury = place?.treasury ?? null;
  const [live, otherTreasuries] = await Promise.all([
    place && treasury && readLive(place.deployment, treasury.address),
    viewOthers(
      db,
      actor,
      places.filter((one) => one !== place),
    ),
  ]);
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
    otherTreasuries,
  };
}

const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Those with money in them or in escrow, and those of which that is not known. */
async function viewOthers(
  db: Db,
  owner: Owner,
  places: readonly Place[],
): Promise<View["otherTreasuries"]> {
  const views = await Promise.all(
    places.map(async ({ deployment, treasury, ...accounts }) => {
      if (!treasury) return [];
      const live = await readLive(deployment, treasury.address);
      return [
        {
          chainId: deployment.chainId,
          treasuryAddress: treasury.address,
          owner: accounts.owner,
          payoutAddress: accounts.payout,
          balances: await viewBalances(db, owner, deployment, live),
        },
      ];
    }),
  );
  return views
    .flat()
    .filter(({ balances }) =>
      balances.some(({ amount, escrowed }) => amount !== 0n || escrowed !== 0n),
    );
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

import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Deployment, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import {
  type ChainPolicy,
  readIsVendor,
  readPolicy,
  readTokenPolicy,
} from "@/lib/adapters/chain/reads/agent-treasury";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { unitsPerCentOf } from "@/lib/core/agents/job-cents";
import { openJobStatuses } from "@/lib/core/agents/job-states";
import { treasuryAddress } from "@/lib/core/agents/treasury-address";
import { digits } from "@/lib/core/amounts/money";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import {
  commerceMerchants,
  eurUsdMillionths,
  readCommerce,
} from "@/lib/domain/agents/jobs/read-commerce";
import type { Context } from "@/lib/domain/platform/context";
import { workByChain } from "@/lib/domain/platform/work-by-chain";
import { readFinality } from "@/lib/domain/wallets/finality";
import { keepTreasury, type ReadTreasury } from "./keep-treasury";
import { tellDeposits } from "./tell-deposits";

type Sources = Pick<Context, "db" | "chains" | "config" | "log">;

/** On a chain. */
const BATCH = 50;
/** Just under the minute in which the job comes round. */
const AGAIN_SECONDS = 50;
/** Vendors of one merchant that are read at once, those of open jobs included. */
const MOST_VENDORS = 500;
const VENDORS_AT_ONCE = 10;

/** A merchant's record in a registry, whose treasury may be there. */
interface Place {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
  /** Null: none was seen yet. */
  readonly address: Address | null;
}

/**
 * Reads the treasuries of merchants with `commerce` from the chain, at its final block: policy, which vendors are
 * listed, and what was paid in. What the chain does not have yet is looked for again. Chains are read side by side, until
 * `until`, and one that does not answer waits for the next call.
 * @returns how many were read; 0 when none can be read now
 */
export function readDueTreasuries(ctx: Sources, { until }: { until: Date }): Promise<number> {
  return workByChain({
    chainIds: [...new Set(ctx.chains.deployments.map(({ chainId }) => chainId))],
    until,
    find: (chainId) => findDue(ctx, chainId),
    run: (place) => readOne(ctx, place),
    postpone: (place, trouble) => {
      ctx.log.debug({ ...place, err: trouble }, "a treasury could not be read");
      return lookLater(ctx.db, place);
    },
  });
}

function findDue({ db, chains }: Sources, chainId: number): Promise<Place[]> {
  const deployments = chains.deployments.filter((one) => one.chainId === chainId);
  return db<Place[]>`
    select r.merchant_id, r.mode, r.deployment_id, r.chain_merchant_id, t.address
    from merchant_registrations r
    join (${commerceMerchants(db)}) c on c.merchant_id = r.merchant_id and c.mode = r.mode
    left join agent_treasuries t
      on t.deployment_id = r.deployment_id and t.merchant_id = r.merchant_id
    left join agent_treasury_looks l
      on l.deployment_id = r.deployment_id and l.merchant_id = r.merchant_id
    where r.status <> 'none' and r.deployment_id = any (${deploymentIds({ deployments })}::text[])
      and coalesce(l.due_at, '-infinity') <= clock_now()
    order by coalesce(l.due_at, '-infinity') limit ${BATCH}`;
}

async function readOne(ctx: Sources, place: Place): Promise<void> {
  const deployment = deploymentById(ctx.chains, place.deploymentId);
  const finality = await readFinality(ctx.db, deployment.chainId);
  const settings = await readCommerce(ctx.db, place);
  const implementation = deployment.contracts.agentTreasury?.address;
  if (!finality || !settings || !implementation) return lookLater(ctx.db, place);
  const { rpc } = deployment.chain;
  const registry = deployment.contracts.registry.address;
  const merchantId = place.chainMerchantId;
  const address = lowerHex(treasuryAddress({ implementation, registry, merchantId }));
  const found = await readAtFinal(deployment, place, { address, block: finality.number });
  if (!found) return lookLater(ctx.db, place);
  const { policy, block } = found;
  const tokens = await readTokens(ctx, deployment, { address, block });
  const vendors = await vendorsOf(ctx.db, place, settings.approvedVendors);
  const listed = await readListed(rpc, vendors, { address, block });
  await transaction(ctx.db, async (tx) => {
    const read = { ...place, address, block, policy, ...tokens, listed, settings };
    await keepTreasury(ctx, tx, read);
    await lookLater(tx, place);
  });
  await tellDeposits(ctx, deployment, { ...place, address, block: finality.number });
}

/** Whether each token counts there as it does here, and what the owner keeps back of it. */
async function readTokens(
  { config }: Pick<Sources, "config">,
  { chain, tokens }: Deployment,
  { address, block }: { address: Address; block: bigint },
): Promise<Pick<ReadTreasury, "isPriced" | "reserves">> {
  let isPriced = true;
  const reserves: Record<Address, string> = {};
  for (const { address: token, currency } of Object.values(tokens)) {
    const found = await readTokenPolicy(chain.rpc, address, token, block);
    if (found.unitsPerCent !== unitsPerCentOf(currency, eurUsdMillionths(config))) isPriced = false;
    if (found.reserve > 0n) reserves[token] = digits(found.reserve);
  }
  return { isPriced, reserves };
}

/** Which of the vendors the owner has listed. */
async function readListed(
  rpc: Rpc,
  vendors: readonly Address[],
  { address, block }: { address: Address; block: bigint },
): Promise<Address[]> {
  const listed: Address[] = [];
  for (let at = 0; at < vendors.length; at += VENDORS_AT_ONCE) {
    const some = vendors.slice(at, at + VENDORS_AT_ONCE);
    const reads = some.map((vendor) => readIsVendor(rpc, address, vendor, block));
    const isListed = await Promise.all(reads);
    listed.push(...some.filter((_, index) => isListed[index]));
  }
  return listed;
}

/**
 * The policy at the final block. A node that has forgotten that block's state is asked for the newest one: the contract
 * holds to its policy itself, and it is read again within a minute.
 */
async function readAtFinal(
  deployment: Deployment,
  place: Place,
  { address, block }: { address: Address; block: bigint },
): Promise<{ policy: ChainPolicy; block: bigint } | null> {
  const at = async (number: bigint) => {
    const policy = await readPolicyIfThere(deployment, place, { address, block: number });
    return policy && { policy, block: number };
  };
  try {
    return await at(block);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return at((await readLatestBlock(deployment.chain)).number);
  }
}

/** Of an address where no treasury was seen yet, null where there is none. */
async function readPolicyIfThere(
  { chain }: Deployment,
  place: Place,
  { address, block }: { address: Address; block: bigint },
): Promise<ChainPolicy | null> {
  try {
    return await readPolicy(chain.rpc, address, block);
  } catch (error) {
    // An account without code answers nothing.
    if (place.address === null && error instanceof ChainDoubt) return null;
    throw error;
  }
}

/** The vendors that it matters for whether they are listed: approved ones, those of open jobs, and those that were. */
async function vendorsOf(
  db: Db,
  { deploymentId, merchantId, mode }: Place,
  approved: readonly Address[],
): Promise<Address[]> {
  const rows = await db<{ vendor: Address }[]>`
    select vendor from agent_vendors
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId}
    union
    select vendor_address from agent_jobs
    where merchant_id = ${merchantId} and mode = ${mode}
      and status in (${stateList(db, openJobStatuses)})`;
  const all = new Set([...approved, ...rows.map(({ vendor }) => vendor)]);
  return [...all].slice(0, MOST_VENDORS);
}

async function lookLater(db: Db, { deploymentId, merchantId }: Place): Promise<void> {
  await db`
    insert into agent_treasury_looks (deployment_id, merchant_id, due_at)
    values (${deploymentId}, ${merchantId}, clock_now() + ${AGAIN_SECONDS} * interval '1 second')
    on conflict (deployment_id, merchant_id) do update set due_at = excluded.due_at`;
}

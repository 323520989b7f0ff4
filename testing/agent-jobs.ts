import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { privateKeyToAccount } from "viem/accounts";
import { submitJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { openProposalStates } from "@/lib/core/agents/job-states";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { createJob } from "@/lib/domain/agents/jobs/create-job";
import { getJob } from "@/lib/domain/agents/jobs/get-job";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { deployTreasury, enableCommerce, giveGas } from "./agents";
import type { ChainAccount } from "./chain";
import type { TestMerchant } from "./register-merchant";
import { drain, forAMinute, index, makeFinal } from "./relay";
import { warpTo } from "./renewals";
import type { World } from "./world";

const USDC = 1_000_000n;
const limits = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 10_000n };

/** A wallet with gas money. */
export async function newVendor(world: World): Promise<ChainAccount> {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  const address = lowerHex(privateKeyToAccount(privateKey).address);
  await giveGas(world, address);
  return { privateKey, address };
}

/** Deploys a treasury with 100 USDC that lists the vendor or not, enables commerce, and has the treasury read. */
export async function readyTreasury(
  world: World,
  merchant: TestMerchant,
  vendors: readonly Address[],
): Promise<Address> {
  const treasury = await deployTreasury(world, merchant, limits, { vendors, usdc: 100n * USDC });
  await enableCommerce(world, merchant.id, {
    requireHumanApprovalAboveUsdCents: 1_000n,
    approvedVendors: vendors,
    monthlySpendCapUsdCents: 10_000n,
  });
  await makeFinal(world);
  await readDueTreasuries(world.systemContext(), forAMinute());
  return treasury;
}

/** Asks the agent for work of 5 USDC, or another amount. */
export async function orderJob(
  world: World,
  merchant: TestMerchant,
  vendorAddress: Address,
  amount = 5n * USDC,
): Promise<JobView> {
  const ctx = world.merchantContext({ merchantId: merchant.id });
  const input = { vendorAddress, description: "Work", amount, currency: "USDC" } as const;
  return createJob.run(ctx, input, await createJob.prepare(ctx, input));
}

/** A job as its merchant sees it. */
export const readJobOf = (world: World, merchant: TestMerchant, { id }: Pick<JobView, "id">) =>
  getJob(world.merchantContext({ merchantId: merchant.id }), { id });

/**
 * Until nothing is left to do: calls of the agent are sent, mined, final and decided.
 * @param leavesRefused what the treasury refuses is left waiting
 */
export async function settleJobs(
  world: World,
  { leavesRefused = false }: { leavesRefused?: boolean } = {},
): Promise<void> {
  const { db } = world;
  const mostRounds = 20;
  for (let round = 0; round < mostRounds; round += 1) {
    await db`update agent_jobs set next_check_at = clock_now() - interval '1 second' where next_check_at is not null`;
    await db`update agent_job_releases set next_check_at = null where state = 'queued'`;
    await drain(world.systemContext());
    await makeFinal(world);
    await drain(world.systemContext());
    await index(world);
    const open = await db`
      select from agent_jobs
      where proposal in ${db(openProposalStates)} and (proposal_failure is null or not ${leavesRefused})
        or proposal = 'done' and funding = 'agent' and funded_at is null and closed_at is null
      union all
      select from agent_job_releases where state in ${db(openProposalStates)} and failure is null`;
    if (open.length === 0 && round > 1) return;
    if (round > 1) await sleep(200);
  }
}

/** The vendor submits a hash, in a final block. */
export async function submitWork(
  world: World,
  vendor: ChainAccount,
  { chainJobId }: Pick<JobView, "chainJobId">,
  deliverable: Bytes32 = `0x${randomBytes(32).toString("hex")}`,
): Promise<void> {
  const to = addressOf(world.deployment(), "escrow");
  await world.send(vendor, { to, data: submitJobData(chainJobId ?? 0n, deliverable) });
  await makeFinal(world);
}

/** Sends what the owner's wallet is told to, the call with that summary, in a final block. */
export async function followJob(
  world: World,
  merchant: TestMerchant,
  { instructions }: Pick<JobView, "instructions">,
  summary: RegExp,
): Promise<void> {
  const call = instructions.find((one) => summary.test(one.summary));
  if (!call) throw new Error(`no such call among ${instructions.map((one) => one.summary)}`);
  await world.send(merchant.owner, { to: call.to, data: call.data as Hex });
  await makeFinal(world);
}

/** Moves the clock of the business, and nothing else. */
export async function moveClockTo({ db }: World, at: Date): Promise<void> {
  await db`insert into business_clock (id) values (true) on conflict do nothing`;
  await db`update business_clock set ahead_ms = ${at.getTime() - Date.now()}::bigint`;
}

/** Moves the clock of the business and the chain's to a time, in a final block. */
export async function moveTo(world: World, at: Date): Promise<void> {
  await moveClockTo(world, at);
  await warpTo(world, at);
  await makeFinal(world);
}

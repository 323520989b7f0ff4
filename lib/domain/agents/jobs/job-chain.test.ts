import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { jobEscrowAbi } from "@/lib/adapters/chain/abi/job-escrow";
import { cancelProposalData } from "@/lib/adapters/chain/calls/agent-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { readPolicyState } from "@/lib/domain/agents/treasury/policy-state";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import {
  followJob,
  newVendor,
  orderJob,
  readyTreasury,
  settleJobs,
  submitWork,
} from "@/testing/agent-jobs";
import { createAgentWorld, enableCommerce, giveGas } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { chainTime, drain, forAMinute, makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";
import { takeBackJobs } from "./apply-job-events";
import { getJob } from "./get-job";
import type { JobView } from "./view";

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await createAgentWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
});

const USDC = 1_000_000n;
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: 10_000n,
};

const context = () => world.merchantContext({ merchantId: merchant.id });

const create = (vendorAddress: Address): Promise<JobView> =>
  orderJob(world, merchant, vendorAddress);
const read = (id: string) => getJob(context(), { id });

/** Deploys a treasury that lists the vendor or not, and has the job read it at a final block. */
const ready = ({ address }: ChainAccount, listed = true): Promise<Address> =>
  readyTreasury(world, merchant, listed ? [address] : []);
const settle = () => settleJobs(world);

const eventsOf = async (id: string) =>
  (
    await world.db<{ type: string }[]>`
    select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

const submit = (vendor: ChainAccount, job: JobView, deliverable: Bytes32) =>
  submitWork(world, vendor, job, deliverable);
const follow = (job: JobView, summary: RegExp) => followJob(world, merchant, job, summary);

test("a job within the policy is proposed and funded by the agent, submitted, accepted and paid", async () => {
  const vendor = await newVendor(world);
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  expect(job).toMatchObject({ status: "approved", funding: "agent" });
  await settle();
  const funded = await read(job.id);
  expect(funded).toMatchObject({ status: "funded", chainJobId: expect.any(BigInt) });
  expect(await world.balanceOf(treasury)).toBe(95n * USDC);
  const deliverable: Bytes32 = `0x${"d1".repeat(32)}`;
  await submit(vendor, funded, deliverable);
  const submitted = await read(job.id);
  expect(submitted).toMatchObject({ status: "submitted", deliverable });
  await follow(submitted, /Accept/);
  const completed = await read(job.id);
  expect(completed).toMatchObject({ status: "completed", closedAt: expect.any(Date) });
  expect(await world.balanceOf(vendor.address)).toBe((5n * USDC * 99n) / 100n);
  const [booked] = await world.db`select * from transactions where id = ${completed.transactionId}`;
  expect(booked).toMatchObject({
    type: "agent_job",
    status: "confirmed",
    amount: 5n * USDC,
    fee: (5n * USDC) / 100n,
    fromAddress: treasury,
    toAddress: vendor.address,
    merchantId: merchant.id,
  });
  expect(await eventsOf(job.id)).toEqual(["agent.job_proposed", "agent.job_completed"]);
});

test("an unlisted vendor's job waits for the owner, whose wallet opens it", async () => {
  const vendor = await newVendor(world);
  await ready(vendor, false);
  const job = await create(vendor.address);
  expect(job).toMatchObject({ status: "approved", funding: "awaiting_owner", instructions: [] });
  await settle();
  const waiting = await read(job.id);
  expect(waiting).toMatchObject({
    status: "approved",
    funding: "awaiting_owner",
    chainJobId: null,
  });
  await follow(waiting, /Approve/);
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "funded" });
});

test("a job that is rejected after submission is in dispute, and its money is back", async () => {
  const vendor = await newVendor(world);
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  await submit(vendor, await read(job.id), `0x${"d2".repeat(32)}`);
  await follow(await read(job.id), /Reject/);
  const { status, transactionId } = await read(job.id);
  expect(status).toBe("rejected");
  const [booked] = await world.db`
    select amount, fee, amount_refunded from transactions where id = ${transactionId}`;
  expect(booked).toEqual({ amount: 5n * USDC, fee: 0n, amountRefunded: 5n * USDC });
  expect(await world.balanceOf(treasury)).toBe(100n * USDC);
  expect(await eventsOf(job.id)).toEqual(["agent.job_proposed", "agent.job_disputed"]);
});

test("the settings say what the owner's wallet sends, until the chain holds the agent to them", async () => {
  const ctx = context();
  const wanted = { ...settings, approvedVendors: [(await newVendor(world)).address] };
  await enableCommerce(world, merchant.id, wanted);
  await giveGas(world, merchant.owner.address);
  const state = async () => {
    await makeFinal(world);
    await world.db`delete from agent_treasury_looks`;
    await readDueTreasuries(world.systemContext(), forAMinute());
    return readPolicyState(world, world.db, ctx.actor, wanted);
  };
  for (const [treasury, calls] of [
    [null, 1],
    [expect.stringMatching(/^0x/), 2],
  ] as const) {
    const found = await state();
    expect(found).toMatchObject({ policy: "awaiting_wallet", treasury });
    expect(found?.instructions).toHaveLength(calls);
    for (const { to, data } of found?.instructions ?? []) {
      await world.send(merchant.owner, { to, data: data as Hex });
    }
  }
  expect(await state()).toMatchObject({ policy: "in_sync", instructions: [] });
  const without = { ...wanted, approvedVendors: [] };
  const changed = await readPolicyState(world, world.db, ctx.actor, without);
  expect(changed?.instructions.map(({ summary }) => summary)).toEqual([
    "Remove vendors from the list",
  ]);
});

test("what the agent did is its activity, once each, with the transaction", async () => {
  const vendor = await newVendor(world);
  await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  const activity = await world.db`
    select action, resource_id, tx_hash, outcome from agent_activity
    where merchant_id = ${merchant.id} order by created_at, action`;
  const { proposalTxHash } = await read(job.id);
  expect(activity).toEqual([
    { action: "approve_job", resourceId: job.id, txHash: null, outcome: "succeeded" },
    { action: "propose_job", resourceId: job.id, txHash: proposalTxHash, outcome: "succeeded" },
  ]);
});

test("a job that is funded in a lost part of the chain is approved again, and funded once it comes back", async () => {
  const vendor = await newVendor(world);
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  const funded = await read(job.id);
  expect(funded.status).toBe("funded");
  const { number } = await finalBlock();
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above: 0n }),
  );
  expect(await read(job.id)).toMatchObject({
    status: "approved",
    chainJobId: null,
    fundedAt: null,
  });
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "funded", chainJobId: funded.chainJobId });
  expect((await finalBlock()).number).toBeGreaterThanOrEqual(number);
  expect(await world.balanceOf(treasury)).toBe(95n * USDC);
  expect(await eventsOf(job.id)).toEqual(["agent.job_proposed"]);
});

async function finalBlock(): Promise<{ number: bigint }> {
  const [row] = await world.db<{ number: bigint }[]>`
    select finalized_number as number from chain_cursors`;
  if (!row) throw new Error("the chain was read");
  return row;
}

test("an escrow of another client for the same registry and merchant changes nothing", async () => {
  const vendor = await newVendor(world);
  await ready(vendor);
  const job = await create(vendor.address);
  await fundAsStranger(vendor);
  await settle();
  const funded = await read(job.id);
  expect(funded).toMatchObject({ status: "funded" });
  const [seen] = await world.db<{ count: number }[]>`
    select count(*)::int as count from chain_jobs
    where event = 'JobFunded' and client <> ${funded.treasuryAddress}
      and block_number > (select read_block from agent_treasuries where merchant_id = ${merchant.id})`;
  expect(seen?.count).toBe(1);
  expect(await world.db`select from agent_jobs where merchant_id = ${merchant.id}`).toHaveLength(1);
});

/** A wallet opens and funds a job of its own in the escrow, whose terms name our registry and merchant. */
async function fundAsStranger(vendor: ChainAccount): Promise<void> {
  const stranger = await newVendor(world);
  const deployment = world.deployment();
  const escrow = addressOf(deployment, "escrow");
  await world.mint(stranger.address, 5n * USDC);
  const abi = jobEscrowAbi;
  const { rpc } = deployment.chain;
  const in14Days = (await chainTime(world)) + 14n * 86_400n;
  const args = [vendor.address, stranger.address, in14Days, "mine", zeroAddress] as const;
  const data = encodeFunctionData({ abi, functionName: "createJob", args });
  const { result } = (await simulateCall(rpc, {
    from: stranger.address,
    to: escrow,
    data,
    gas: 1_000_000n,
  })) as { result: Hex };
  const jobId = BigInt(result);
  const send = (to: Address, call: Hex) => world.send(stranger, { to, data: call });
  await send(escrow, data);
  const registry = addressOf(deployment, "registry");
  const terms = [jobId, registry, merchant.chainMerchantId.test, deployment.usdc] as const;
  await send(escrow, encodeFunctionData({ abi, functionName: "setTerms", args: terms }));
  const budget = [jobId, 5n * USDC, "0x"] as const;
  await send(escrow, encodeFunctionData({ abi, functionName: "setBudget", args: budget }));
  const approve = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "approve",
    args: [escrow, 5n * USDC],
  });
  await send(deployment.usdc, approve);
  await send(escrow, encodeFunctionData({ abi, functionName: "fund", args: budget }));
}

test("a proposal that the treasury has already is not made again, and its job is found", async () => {
  const vendor = await newVendor(world);
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  const { chainJobId } = await read(job.id);
  await world.db`
    update agent_jobs set proposal = 'queued', status = 'approved', funded_at = null, chain_job_id = null,
      batch_id = null, tx_hash = null, block_number = null, next_check_at = null where id = ${job.id}`;
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "funded", chainJobId });
  expect(await world.balanceOf(treasury)).toBe(95n * USDC);
});

test("a job that is linked by its treasury's word alone is linked anew once a part of the chain is lost", async () => {
  const vendor = await newVendor(world);
  await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  const { chainJobId } = await read(job.id);
  // Its event was hidden, and the number is another job's after the loss.
  await world.db`
    update agent_jobs set status = 'approved', funded_at = null, chain_job_id = 999, tx_hash = null,
      block_number = null, next_check_at = null where id = ${job.id}`;
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above: 1_000_000n }),
  );
  expect(await read(job.id)).toMatchObject({ status: "approved", chainJobId: null });
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "funded", chainJobId });
});

test("a vendor that a list names by then is not proposed, and the job has failed", async () => {
  const vendor = await newVendor(world);
  await ready(vendor);
  const job = await create(vendor.address);
  await world.db`delete from compliance_screenings where resource_id = ${job.id}`;
  await world.db`update agent_jobs set approved_at = approved_at - interval '1 second'`;
  const blocked = { ...world.config, SCREENING_LIST: await listOf(vendor.address) };
  await drain({ ...world.systemContext(), config: blocked });
  expect(await read(job.id)).toMatchObject({ status: "failed", failureReason: "vendor_blocked" });
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "failed", proposalTxHash: null });
});

async function listOf(address: Address): Promise<string> {
  const path = join(tmpdir(), `list-${randomBytes(6).toString("hex")}.txt`);
  await writeFile(path, `${address}\n`);
  return path;
}

test("a proposal that the owner withdraws ends its job", async () => {
  const vendor = await newVendor(world);
  await ready(vendor, false);
  const job = await create(vendor.address);
  await settle();
  const to = job.treasuryAddress;
  await world.send(merchant.owner, { to, data: cancelProposalData(job.proposalId) });
  await makeFinal(world);
  await settle();
  expect(await read(job.id)).toMatchObject({
    status: "failed",
    failureReason: "proposal_cancelled",
  });
});

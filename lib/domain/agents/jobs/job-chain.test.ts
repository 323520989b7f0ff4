import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { submitJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { createAgentWorld, deployTreasury, enableCommerce, giveGas } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { drain, index, makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";
import { createJob } from "./create-job";
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
const limits = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 10_000n };
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: 10_000n,
};

async function newVendor(): Promise<ChainAccount> {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  const address = lowerHex(privateKeyToAccount(privateKey).address);
  await giveGas(world, address);
  return { privateKey, address };
}

const context = () => world.merchantContext({ merchantId: merchant.id });

async function create(vendorAddress: Address, amount = 5n * USDC): Promise<JobView> {
  const input = { vendorAddress, description: "Work", amount, currency: "USDC" } as const;
  const ctx = context();
  return createJob.run(ctx, input, await createJob.prepare(ctx, input));
}
const read = (id: string) => getJob(context(), { id });

/** Deploys a treasury that lists the vendor, and has the job read it at a final block. */
async function ready(vendor: ChainAccount, listed = true): Promise<Address> {
  const treasury = await deployTreasury(world, merchant, limits, {
    vendors: listed ? [vendor.address] : [],
    usdc: 100n * USDC,
  });
  await enableCommerce(world, merchant.id, {
    ...settings,
    approvedVendors: listed ? [vendor.address] : [],
  });
  await makeFinal(world);
  await readDueTreasuries(world.systemContext());
  return treasury;
}

/** Until nothing is left to do: proposals are sent, mined, final and decided. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await world.db`update agent_jobs set next_check_at = clock_now() where next_check_at is not null`;
    await drain(world.systemContext());
    await makeFinal(world);
    await drain(world.systemContext());
    await index(world);
  }
}

const eventsOf = async (id: string) =>
  (
    await world.db<{ type: string }[]>`
    select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

const submit = (vendor: ChainAccount, { chainJobId }: JobView, deliverable: Bytes32) =>
  world.send(vendor, {
    to: addressOf(world.deployment(), "escrow"),
    data: submitJobData(chainJobId ?? 0n, deliverable),
  });

/** Sends what the owner's wallet is told to, the call with that summary. */
async function follow(job: JobView, summary: RegExp): Promise<void> {
  const call = job.instructions.find((one) => summary.test(one.summary));
  if (!call) throw new Error(`no such call among ${job.instructions.map((one) => one.summary)}`);
  await world.send(merchant.owner, { to: call.to, data: call.data as Hex });
}

test("a job within the policy is proposed and funded by the agent, submitted, accepted and paid", async () => {
  const vendor = await newVendor();
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  expect(job).toMatchObject({ status: "approved", funding: "agent" });
  await settle();
  const funded = await read(job.id);
  expect(funded).toMatchObject({ status: "funded", chainJobId: expect.any(BigInt) });
  expect(await world.balanceOf(treasury)).toBe(95n * USDC);
  const deliverable: Bytes32 = `0x${"d1".repeat(32)}`;
  await submit(vendor, funded, deliverable);
  await makeFinal(world);
  const submitted = await read(job.id);
  expect(submitted).toMatchObject({ status: "submitted", deliverable });
  await follow(submitted, /Accept/);
  await makeFinal(world);
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
  const vendor = await newVendor();
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
  await makeFinal(world);
  await settle();
  expect(await read(job.id)).toMatchObject({ status: "funded" });
});

test("a job that is rejected after submission is in dispute, and its money is back", async () => {
  const vendor = await newVendor();
  const treasury = await ready(vendor);
  const job = await create(vendor.address);
  await settle();
  await submit(vendor, await read(job.id), `0x${"d2".repeat(32)}`);
  await makeFinal(world);
  await follow(await read(job.id), /Reject/);
  await makeFinal(world);
  expect(await read(job.id)).toMatchObject({ status: "rejected", transactionId: null });
  expect(await world.balanceOf(treasury)).toBe(100n * USDC);
  expect(await eventsOf(job.id)).toEqual(["agent.job_proposed", "agent.job_disputed"]);
});

test("a proposal that the owner withdraws ends its job", async () => {
  const vendor = await newVendor();
  await ready(vendor, false);
  const job = await create(vendor.address);
  await settle();
  const { cancelProposalData } = await import("@/lib/adapters/chain/calls/agent-calls");
  const to = job.treasuryAddress;
  await world.send(merchant.owner, { to, data: cancelProposalData(job.proposalId) });
  await makeFinal(world);
  await settle();
  expect(await read(job.id)).toMatchObject({
    status: "failed",
    failureReason: "proposal_cancelled",
  });
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { type Dice, seededDice } from "@/chaos/seeded";
import { jobEscrowAbi } from "@/lib/adapters/chain/abi/job-escrow";
import { submitJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { jobEventKinds } from "@/lib/adapters/chain/events/job-events";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { createJob } from "@/lib/domain/agents/jobs/create-job";
import { listJobs } from "@/lib/domain/agents/jobs/list-jobs";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { moveTo, newVendor, readyTreasury, settleJobs } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { administer, drain, index } from "@/testing/relay";
import type { World } from "@/testing/world";
import { advanceDueJobs } from "./advance-due-jobs";

const USDC = 1_000_000n;
const DEPTH = 4;
const STEPS = 40;

let world: World;
let merchant: TestMerchant;
let treasury: Address;
let vendors: ChainAccount[];

beforeEach(async () => {
  world = await createAgentWorld({ finalityDepth: DEPTH });
  await installClock(world.db, world.chains);
  merchant = await world.addMerchant();
  vendors = [];
  for (let count = 0; count < 4; count += 1) vendors.push(await newVendor(world));
  treasury = await readyTreasury(
    world,
    merchant,
    vendors.map(({ address }) => address),
  );
});
afterEach(() => world?.stop());

const context = () => world.merchantContext({ merchantId: merchant.id });
const escrow = () => addressOf(world.deployment(), "escrow");
const jobs = async () => (await listJobs(context(), { limit: 100 })).data;

/** What is refused, by the chain or the API, has no effect: the chain is judged at the end. */
const attempt = (work: Promise<unknown>) => work.catch(() => {});

async function order(dice: Dice, step: number): Promise<void> {
  const { address } = dice.pick(vendors, "vendor", step);
  const amount = BigInt(dice.between(1, 3, "amount", step)) * USDC;
  const input = { vendorAddress: address, description: "Work", amount, currency: "USDC" } as const;
  const ctx = context();
  await createJob.run(ctx, input, await createJob.prepare(ctx, input));
}

async function submit({ vendorAddress, chainJobId }: JobView): Promise<void> {
  const vendor = vendors.find(({ address }) => address === vendorAddress);
  const deliverable: Bytes32 = `0x${"d1".repeat(32)}`;
  const data = submitJobData(chainJobId ?? 0n, deliverable);
  if (vendor) await world.send(vendor, { to: escrow(), data });
}

async function decide(dice: Dice, step: number, { instructions }: JobView): Promise<void> {
  const call = dice.pick(instructions, "verdict", step);
  await world.send(merchant.owner, { to: call.to, data: call.data as Hex });
}

/** One thing that a person does, or that goes wrong. */
async function act(dice: Dice, step: number): Promise<void> {
  const all = await jobs();
  const of = (status: JobView["status"]) => all.filter((job) => job.status === status);
  const actions: Record<string, () => Promise<unknown>> = {
    order: () => order(dice, step),
    relay: () => drain(world.systemContext()),
    mine: () => world.chain.mine(dice.between(1, DEPTH, "blocks", step)),
    index: () => index(world),
    submit: async () => {
      const funded = of("funded");
      if (funded.length > 0) await submit(dice.pick(funded, "job", step));
    },
    decide: async () => {
      const submitted = of("submitted");
      if (submitted.length > 0) await decide(dice, step, dice.pick(submitted, "job", step));
    },
    reorg: () =>
      world.chain.request("anvil_reorg", [dice.between(1, DEPTH - 1, "depth", step), []]),
    block: () => administer(world, "blacklist", dice.pick(vendors, "blocked", step).address),
    unblock: () => administer(world, "unBlacklist", dice.pick(vendors, "unblocked", step).address),
  };
  const often = ["order", "relay", "mine", "index", "submit", "decide"];
  const name = dice.pick([...often, ...often, ...Object.keys(actions)], "action", step);
  await attempt(actions[name]?.() ?? Promise.resolve());
}

/** Nothing goes wrong any more, and all deadlines pass. */
async function comeToRest(): Promise<void> {
  for (const { address } of vendors) await administer(world, "unBlacklist", address);
  await world.chain.mine(DEPTH + 1);
  await settleJobs(world);
  for (const job of await jobs()) {
    if (job.status === "funded") await submit(job);
  }
  await moveTo(world, new Date(Date.now() + 20 * 86_400_000));
  await world.chain.mine(DEPTH + 1);
  await index(world);
  await advanceDueJobs(world.systemContext());
  for (let round = 0; round < 4; round += 1) {
    await world.db`update agent_job_releases set failure = null where state = 'queued'`;
    await world.chain.mine(DEPTH + 1);
    await settleJobs(world);
  }
}

async function paymentsOf(chainJobId: bigint): Promise<string[]> {
  const id = `0x${chainJobId.toString(16).padStart(64, "0")}`;
  const names = ["PaymentReleased", "Refunded"];
  const kinds = jobEventKinds.filter(({ name }) => names.includes(name));
  const topics = [kinds.map(({ topic }) => topic), null, id];
  const range = { fromBlock: "0x0", toBlock: "latest" };
  const logs = await world.chain.request<{ topics: Hex[] }[]>("eth_getLogs", [
    { ...range, address: escrow(), topics },
  ]);
  return logs.map((log) => kinds.find(({ topic }) => topic === log.topics[0])?.name ?? "");
}

const paidBy = { completed: "PaymentReleased", rejected: "Refunded", expired: "Refunded" } as const;
const onChain = ["none", "open", "funded", "submitted", "completed", "rejected", "expired"];

test.each([1, 2, 3])("jobs of seed %i end as the chain says, and each pays once", async (seed) => {
  const dice = seededDice(seed);
  for (let step = 0; step < STEPS; step += 1) await act(dice, step);
  await comeToRest();
  const all = await jobs();
  const funded = all.filter(({ fundedAt }) => fundedAt !== null);
  expect(funded.length).toBeGreaterThan(0);
  const { rpc } = world.deployment().chain;
  for (const job of funded) {
    const { chainJobId, status } = job;
    if (chainJobId === null || !(status in paidBy)) throw new Error(`${job.id} is ${status}`);
    const stored = await readContract(rpc, {
      address: escrow(),
      abi: jobEscrowAbi,
      functionName: "getJob",
      args: [chainJobId],
    });
    expect([onChain[stored.status], stored.escrowed, stored.provider.toLowerCase()]).toEqual([
      status,
      0n,
      job.vendorAddress,
    ]);
    expect(await paymentsOf(chainJobId)).toEqual([paidBy[status as keyof typeof paidBy]]);
    expect(job.heldAt).toBeNull();
  }
  const [sums] = await world.db<{ left: bigint; fees: bigint; jobs: number }[]>`
    select coalesce(sum(amount - amount_refunded), 0) as left, coalesce(sum(fee), 0) as fees,
      count(*)::int as jobs
    from transactions where type = 'agent_job' and status = 'confirmed'`;
  const spent = 100n * USDC - (await world.balanceOf(treasury));
  expect(sums).toEqual({ left: spent, fees: await world.balanceOf(escrow()), jobs: funded.length });
});

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proposeJobData } from "@/lib/adapters/chain/calls/agent-calls";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import { newVendor, orderJob, readyTreasury } from "@/testing/agent-jobs";
import { agentAccount, createAgentWorld, enableCommerce } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import { type ProbedWorld, probe } from "@/testing/probed";
import type { TestMerchant } from "@/testing/register-merchant";
import { makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";
import { familiesOf } from "./families-of";
import { readinessOf } from "./readiness";

let world: World;
let probed: ProbedWorld;
let merchant: TestMerchant;
let vendor: ChainAccount;
let treasury: Address;

beforeAll(async () => {
  world = await createAgentWorld();
  probed = probe(world);
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
  treasury = await readyTreasury(world, merchant, [vendor.address]);
});
afterAll(async () => {
  await probed?.end();
  await world?.stop();
});
beforeEach(async () => {
  await world.db`update chain_jobs set block_timestamp = clock_now() - interval '30 days'`;
  await world.db`delete from agent_job_releases`;
  await world.db`delete from agent_jobs`;
  await world.db`update agent_treasuries set out_of_step_since = null`;
});

const look = async (config = {}) => {
  const { agent } = (await probed.look({ config })).checks;
  return [agent?.status, agent?.detail];
};
const well = ["ok", expect.stringMatching(/^the agent's wallet .* good for \d{3,} proposals$/)];

/** Of a gauge that has one sample. */
async function gauge(name: string): Promise<number | undefined> {
  const sources = probed.sources();
  const found = await familiesOf(sources, readinessOf(sources))();
  return found.find((family) => family.name === `stipend_${name}`)?.samples[0]?.value;
}

const order = () => orderJob(world, merchant, vendor.address);

describe("approved jobs that are not proposed", () => {
  const age = (minutes: number) => world.db`
    update agent_jobs set approved_at = clock_now() - ${minutes} * interval '1 minute'`;

  test("are told of after half an hour, with why the oldest waits", async () => {
    await order();
    await age(29);
    expect(await look()).toEqual(well);
    await age(31);
    expect(await look()).toEqual(["warn", "jobs not proposed: 1, the oldest for 31 min"]);
    await world.db`update agent_jobs set proposal_failure = 'monthly_cap'`;
    expect(await look()).toEqual([
      "warn",
      "jobs not proposed: 1, the oldest for 31 min (monthly_cap)",
    ]);
    expect(await gauge("agent_proposals")).toBe(1);
    expect(await gauge("agent_proposals_oldest_seconds")).toBeGreaterThanOrEqual(31 * 60);
  });

  test("are not told of once the treasury has the proposal, or the job is over", async () => {
    await order();
    await age(31);
    await world.db`update agent_jobs set proposal = 'done'`;
    expect(await look()).toEqual(well);
    await world.db`
      update agent_jobs set proposal = 'signed', status = 'cancelled', closed_at = clock_now()`;
    expect(await look()).toEqual(well);
    expect(await gauge("agent_proposals")).toBe(0);
  });
});

test("a treasury that is out of step for a day is told of", async () => {
  const since = (hours: number) => world.db`
    update agent_treasuries set out_of_step_since = clock_now() - ${hours} * interval '1 hour'`;
  await since(23);
  expect(await look()).toEqual(well);
  await since(25);
  expect(await look()).toEqual(["warn", "treasuries out of step with their settings for a day: 1"]);
  expect(await gauge("agent_treasuries_out_of_step")).toBe(1);
  // Without the capability its settings bind nothing, and no one reads the treasury any more.
  const [settings] = await world.db`select * from agent_configs where merchant_id = ${merchant.id}`;
  await enableCommerce(world, merchant.id, null);
  expect(await look()).toEqual(well);
  await world.db`insert into agent_configs ${world.db(settings ?? {})}`;
});

/** A job whose money the escrow holds, or held. */
async function fundedJob(values: Record<string, unknown>): Promise<JobView> {
  const job = await order();
  await world.db`
    update agent_jobs set ${world.db({
      status: "funded",
      proposal: "done",
      chainJobId: "7",
      fundedAt: new Date(),
      ...values,
    })} where id = ${job.id}`;
  return job;
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("money of an expired job that is not back after a day is told of, with why", async () => {
  const job = await fundedJob({ expiresAt: hoursAgo(23) });
  expect(await look()).toEqual(well);
  await world.db`update agent_jobs set expires_at = ${hoursAgo(25)}`;
  const detail = "expired jobs whose money was not returned: 1";
  expect(await look()).toEqual(["warn", detail]);
  const release = (kind: string, state: string, failure: string) => world.db`
    insert into agent_job_releases (job_id, kind, chain_id, state, queued_at, failure)
    values (${job.id}, ${kind}, 31337, ${state}, clock_now(), ${failure})
    on conflict (job_id, kind) do update set state = excluded.state`;
  await release("claim", "queued", "0xcccccccc");
  await release("claim_refund", "done", "0xdddddddd");
  expect(await look()).toEqual(["warn", detail]);
  await release("claim_refund", "queued", "0xdddddddd");
  expect(await look()).toEqual(["warn", `${detail} (0xdddddddd)`]);
  expect(await gauge("agent_jobs_not_returned")).toBe(1);
  await world.db`update agent_jobs set status = 'expired', closed_at = clock_now()`;
  expect(await look()).toEqual(well);
});

test("a job that is funded on chain and whose event was not shown is told of after half an hour", async () => {
  await fundedJob({ status: "approved", fundedAt: null, chainJobId: null });
  await world.db`update agent_jobs set approved_at = ${hoursAgo(1)}`;
  expect(await look()).toEqual(well);
  await world.db`update agent_jobs set chain_job_id = 7, approved_at = ${hoursAgo(0.4)}`;
  expect(await look()).toEqual(well);
  await world.db`update agent_jobs set approved_at = ${hoursAgo(0.6)}`;
  const detail = "jobs that are funded on chain and whose event no node shows: 1";
  expect(await look()).toEqual(["warn", detail]);
  expect(await gauge("agent_jobs_unshown")).toBe(1);
  await world.db`update agent_jobs set status = 'submitted'`;
  expect(await look()).toEqual(["warn", detail]);
  await world.db`update agent_jobs set funded_at = clock_now()`;
  expect(await look()).toEqual(well);
});

test("money that a token has refused for a day is told of", async () => {
  const closed = { status: "completed", closedAt: new Date() };
  await fundedJob({ ...closed, heldAt: hoursAgo(23) });
  expect(await look()).toEqual(well);
  await world.db`update agent_jobs set held_at = ${hoursAgo(25)}`;
  expect(await look()).toEqual(["warn", "decided jobs whose money a token refuses: 1"]);
  expect(await gauge("agent_jobs_held")).toBe(1);
});

test("what a thief of the agent's key has funded is told of for a week, and a job of ours is not", async () => {
  const proposalId: Bytes32 = `0x${randomBytes(32).toString("hex")}`;
  const data = proposeJobData({
    proposalId,
    token: world.deployment().usdc,
    vendor: vendor.address,
    assessor: null,
    amount: 1_000_000n,
    expiresAt: new Date(Date.now() + 14 * 86_400_000),
    description: "mine",
  });
  await world.send(agentAccount, { to: treasury, data });
  await makeFinal(world);
  const seen = (minutes: number) => world.db`
    update chain_jobs set block_timestamp = clock_now() - ${minutes} * interval '1 minute'`;
  await seen(9);
  expect(await look()).toEqual(well);
  await seen(11);
  expect(await look()).toEqual(["warn", "escrows of treasuries that no job asked for: 1"]);
  expect(await gauge("agent_foreign_jobs")).toBe(1);
  await seen(8 * 24 * 60);
  expect(await look()).toEqual(well);
  await seen(11);
  const [event] = await world.db<{ chainJobId: bigint }[]>`select chain_job_id from chain_jobs`;
  await fundedJob({ chainJobId: String(event?.chainJobId) });
  expect(await look()).toEqual(well);
});

test("the agent's gas money is told of before it is used up, where there is an agent", async () => {
  const { address } = agentAccount;
  const give = (wei: string) => world.chain.request("anvil_setBalance", [address, wei]);
  await give("0x1");
  expect(await look()).toEqual(["warn", expect.stringContaining("good for 0 proposals")]);
  expect(await gauge("agent_wallet_balance")).toBeCloseTo(0);
  expect(await look({ AGENT_PRIVATE_KEY: [] })).toEqual(["ok", null]);
  await give("0x8ac7230489e80000");
  expect(await look()).toEqual(well);
  expect(await gauge("agent_wallet_balance")).toBeCloseTo(10);
});

import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chainById } from "@/lib/adapters/chain/chains";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readFinality } from "@/lib/domain/wallets/finality";
import {
  followJob,
  newVendor,
  orderJob,
  readJobOf,
  readyTreasury,
  settleJobs,
} from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import type { World } from "@/testing/world";
import { decideProposals } from "./decide-proposals";

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;
let job: JobView;

beforeAll(async () => {
  world = await createAgentWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
  await readyTreasury(world, merchant, []);
  job = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
});

const read = () => readJobOf(world, merchant, job);
const summaries = async () => (await read()).instructions.map(({ summary }) => summary);
const screenedAt = async () => {
  const [row] = await world.db<{ screenedAt: Date | null }[]>`
    select screened_at from agent_jobs where id = ${job.id}`;
  return row?.screenedAt ?? null;
};

/** The relay looks at the job's proposal, by settings of its own. */
async function look(config: Partial<World["config"]> = {}): Promise<void> {
  const ctx: Context<SystemActor> = {
    ...world.systemContext(),
    config: { ...world.config, ...config },
  };
  const { chainId } = world.deployment();
  const finality = await readFinality(world.db, chainId);
  if (!finality) throw new Error("the chain was read");
  // Columns round to a millisecond: what is due now may be due in half of one.
  await world.db`
    update agent_jobs set next_check_at = clock_now() - interval '1 second' where id = ${job.id}`;
  await decideProposals(ctx, chainById(world.chains, chainId), finality);
}

async function listOf(address: string): Promise<string> {
  const path = join(tmpdir(), `list-${randomBytes(6).toString("hex")}.txt`);
  await writeFile(path, `${address}\n`);
  return path;
}

test("the owner's wallet is told to fund a job whose vendor was screened, once an hour", async () => {
  expect(await summaries()).toEqual(["Approve the job and fund its escrow"]);
  const first = await screenedAt();
  await look();
  expect(await screenedAt()).toEqual(first);
  await world.db`
    update agent_jobs set screened_at = screened_at - interval '61 minutes' where id = ${job.id}`;
  await look();
  expect((await screenedAt())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
  await followJob(world, merchant, await read(), /Approve/);
  await settleJobs(world);
  expect(await read()).toMatchObject({ status: "funded" });
});

test("without a fresh screening there is no call that funds the job", async () => {
  await world.db`
    update agent_jobs set screened_at = screened_at - interval '2 hours' where id = ${job.id}`;
  expect(await summaries()).toEqual([]);
  await look({ SCREENING_LIST: "/nowhere/list.txt" });
  expect(await summaries()).toEqual([]);
  expect(await read()).toMatchObject({
    status: "approved",
    funding: "awaiting_owner",
    proposalHold: "screening_unavailable",
  });
  await look();
  expect(await summaries()).toEqual(["Approve the job and fund its escrow"]);
  expect(await read()).toMatchObject({ proposalHold: null });
});

test("a job that the escrow takes no money for any more has no call that funds it", async () => {
  const until = (rest: string) => world.db`
    update agent_jobs set expires_at = clock_now() + ${rest}::interval where id = ${job.id}`;
  await until("3 days 1 minute");
  expect(await summaries()).toEqual(["Approve the job and fund its escrow"]);
  await until("2 days 23 hours");
  expect(await summaries()).toEqual([]);
});

test("a vendor that a list names while the proposal waits ends the job, and the wallet can only withdraw", async () => {
  await world.db`
    update agent_jobs set screened_at = screened_at - interval '61 minutes' where id = ${job.id}`;
  await look({ SCREENING_LIST: await listOf(vendor.address) });
  expect(await read()).toMatchObject({ status: "failed", failureReason: "vendor_blocked" });
  expect(await summaries()).toEqual(["Withdraw the job's proposal"]);
  await followJob(world, merchant, await read(), /Withdraw/);
  await settleJobs(world);
  expect(await summaries()).toEqual([]);
  expect(await read()).toMatchObject({ status: "failed", failureReason: "vendor_blocked" });
});

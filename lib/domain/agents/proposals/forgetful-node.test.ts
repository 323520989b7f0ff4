import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelProposalData } from "@/lib/adapters/chain/calls/agent-calls";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { newVendor, orderJob, readJobOf, readyTreasury } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import { forgetfulNode } from "@/testing/faulty-rpc";
import type { TestMerchant } from "@/testing/register-merchant";
import { drain, forAMinute, index, makeFinal } from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import type { World } from "@/testing/world";

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await createAgentWorld({ finalityDepth: 4 });
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
});

/** A full node that keeps the states of the two newest blocks, and none of a final one. */
const forgetful = () =>
  withChain(world.systemContext(), ({ rpc }) => ({ rpc: forgetfulNode(rpc, 2) }));

const look = () => world.db`
  update agent_jobs set next_check_at = clock_now() - interval '1 second' where next_check_at is not null`;

const MOST_ROUNDS = 12;

/** Sends, mines and decides, by the forgetful node alone. */
async function settle(isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && !(await isDone()); round += 1) {
    await look();
    await drain(forgetful());
    await makeFinal(world, 6);
  }
}

test("a job is found to be funded by a node that has forgotten the final block's state", async () => {
  const vendor = await newVendor(world);
  await readyTreasury(world, merchant, [vendor.address]);
  const { id } = await orderJob(world, merchant, vendor.address);
  const read = () => readJobOf(world, merchant, { id });
  await settle(async () => (await read()).status === "funded");
  expect(await read()).toMatchObject({ status: "funded", chainJobId: expect.any(BigInt) });
});

test("a job that waits for its owner is told so by that node", async () => {
  const vendor = await newVendor(world);
  await readyTreasury(world, merchant, []);
  const { id } = await orderJob(world, merchant, vendor.address);
  const read = () => readJobOf(world, merchant, { id });
  await settle(async () => (await read()).instructions.length > 0);
  const { status, instructions } = await read();
  expect(status).toBe("approved");
  expect(instructions.map(({ summary }) => summary)).toEqual([
    "Approve the job and fund its escrow",
  ]);
});

const withdraw = ({ treasuryAddress: to, proposalId }: JobView) =>
  world.send(merchant.owner, { to, data: cancelProposalData(proposalId) });

/** An unlisted vendor's job, whose proposal waits for its owner. */
async function waitingJob(): Promise<JobView> {
  const vendor = await newVendor(world);
  await readyTreasury(world, merchant, []);
  const job = await orderJob(world, merchant, vendor.address);
  const read = () => readJobOf(world, merchant, job);
  await settle(async () => (await read()).instructions.length > 0);
  return read();
}

/** Looks at the proposal once by the forgetful node, as far as the chain was read. */
async function lookOnce(): Promise<void> {
  await index(world);
  await look();
  await drain(forgetful());
}

test("a job whose proposal is withdrawn fails by that node when that is final, and not before", async () => {
  const job = await waitingJob();
  const read = () => readJobOf(world, merchant, job);
  await withdraw(job);
  await lookOnce();
  // It is looked at in each block, and the block in which it was seen first is the one that counts.
  for (let block = 1; block <= 10; block += 1) {
    expect(await read()).toMatchObject(block <= 4 ? { status: "approved", closedAt: null } : {});
    await world.chain.mine();
    await lookOnce();
  }
  expect(await read()).toMatchObject({
    status: "failed",
    failureReason: "proposal_cancelled",
    instructions: [],
  });
});

test("a withdrawal that was only seen in a block that was replaced counts for nothing", async () => {
  const job = await waitingJob();
  const read = () => readJobOf(world, merchant, job);
  const seen = () => world.db`
    select from agent_jobs where id = ${job.id} and withdrawn_block is not null`;
  await withdraw(job);
  await lookOnce();
  expect(await seen()).toHaveLength(1);
  await world.chain.reorg(1);
  await makeFinal(world, 6);
  for (let time = 0; time < 2; time += 1) await lookOnce();
  expect(await read()).toMatchObject({ status: "approved", closedAt: null });
  await withdraw(job);
  await settle(async () => (await read()).closedAt !== null);
  expect(await read()).toMatchObject({ status: "failed", failureReason: "proposal_cancelled" });
});

test("a withdrawal of other terms under a job's id is not taken for the job's", async () => {
  const job = await waitingJob();
  await withdraw(job);
  await world.db`update agent_jobs set amount = amount + 1 where id = ${job.id}`;
  for (let time = 0; time < 2; time += 1) {
    await makeFinal(world, 6);
    await lookOnce();
  }
  expect(await readJobOf(world, merchant, job)).toMatchObject({ status: "approved" });
});

test("a job is not taken for funded before the escrow's event is final", async () => {
  const vendor = await newVendor(world);
  await readyTreasury(world, merchant, [vendor.address]);
  const { id } = await orderJob(world, merchant, vendor.address);
  const read = () => readJobOf(world, merchant, { id });
  await settle(async () => (await read()).status === "funded");
  const { chainJobId } = await read();
  await world.db`
    update agent_jobs set status = 'approved', funded_at = null, chain_job_id = null, tx_hash = null,
      block_number = null, next_check_at = clock_now() - interval '1 second' where id = ${id}`;
  const [event] = await world.db<{ blockNumber: bigint }[]>`
    select block_number from chain_jobs where event = 'JobFunded'
      and chain_job_id = ${String(chainJobId)}::numeric`;
  const before = (event?.blockNumber ?? 0n) - 1n;
  const [cursor] = await world.db<{ finalizedNumber: bigint; rereadNumber: bigint }[]>`
    select finalized_number, reread_number from chain_cursors`;
  await world.db`
    update chain_cursors set finalized_number = ${before}, reread_number = ${before}`;
  await drain(forgetful());
  expect(await read()).toMatchObject({ status: "approved", chainJobId: null });
  await world.db`
    update chain_cursors set finalized_number = ${cursor?.finalizedNumber ?? 0n},
      reread_number = ${cursor?.rereadNumber ?? 0n}`;
  await settle(async () => (await read()).status === "funded");
  expect(await read()).toMatchObject({ status: "funded", chainJobId });
});

test("a treasury is read by its newest state from that node", async () => {
  const vendor = await newVendor(world);
  await readyTreasury(world, merchant, [vendor.address]);
  await world.db`delete from agent_vendors where merchant_id = ${merchant.id}`;
  await world.db`delete from agent_treasuries where merchant_id = ${merchant.id}`;
  await world.db`delete from agent_treasury_looks where merchant_id = ${merchant.id}`;
  await makeFinal(world, 6);
  await readDueTreasuries(forgetful(), forAMinute());
  const rows = await world.db`
    select threshold_cents from agent_treasuries where merchant_id = ${merchant.id}`;
  expect(rows).toEqual([{ thresholdCents: 1_000n }]);
  expect(await world.db`select from agent_vendors where merchant_id = ${merchant.id}`).toHaveLength(
    1,
  );
});

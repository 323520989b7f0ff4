import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { approveJobData, proposeJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import { readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { decideProposals } from "@/lib/domain/agents/proposals/decide-proposals";
import { proposalSlots } from "@/lib/domain/agents/proposals/proposal-slots";
import { takeProposals } from "@/lib/domain/agents/proposals/take-proposals";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { readFinality } from "@/lib/domain/wallets/finality";
import { shardOf } from "@/lib/domain/wallets/queue/shard";
import { followJob, newVendor, orderJob, readyTreasury, settleJobs } from "@/testing/agent-jobs";
import { agentAccount, createAgentWorld, enableCommerce } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { drain, forAMinute, index, makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";
import { advanceDueJobs } from "./advance-due-jobs";
import { cancelJob } from "./cancel-job";
import { getJob } from "./get-job";
import { orderOf } from "./job-instructions";
import { readJob } from "./job-rows";
import type { JobView } from "./view";

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;

beforeAll(async () => {
  world = await createAgentWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
});

const USDC = 1_000_000n;
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [] as Address[],
  monthlySpendCapUsdCents: 10_000n,
};

const context = () => world.merchantContext({ merchantId: merchant.id });
const read = (id: string) => getJob(context(), { id });
const row = (id: string) => readJob(world.db, id);

const create = (amount?: bigint): Promise<JobView> =>
  orderJob(world, merchant, vendor.address, amount);

async function cancel({ id }: JobView): Promise<JobView> {
  const ctx = context();
  return cancelJob.run(ctx, { id }, await cancelJob.prepare(ctx, { id }));
}

const reasonOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => null,
    (refused: unknown) => refused,
  );
  return error instanceof Refusal ? error.info.details.reason : error;
};

/** Deploys a treasury that lists the vendor, and has the job read it at a final block. */
const ready = ({ listed = true } = {}): Promise<Address> =>
  readyTreasury(world, merchant, listed ? [vendor.address] : []);
const settle = () => settleJobs(world, { leavesRefused: true });

/** As if what the treasury made of a job were not known yet, though its transaction is final. */
async function forgetLink({ id }: JobView): Promise<void> {
  await world.db`
    update agent_jobs set status = 'approved', funded_at = null, chain_job_id = null, tx_hash = null,
      block_number = null, next_check_at = clock_now() - interval '1 second' where id = ${id}`;
}

/** The owner's wallet opens what waits at the treasury. */
async function openAsOwner({ id }: JobView): Promise<void> {
  const { treasuryAddress: to, ...job } = await row(id);
  const data = approveJobData(orderOf({ treasuryAddress: to, ...job }));
  await world.send(merchant.owner, { to, data });
}

const atTreasury = async ({ id }: JobView) => {
  const { treasuryAddress, proposalId } = await row(id);
  const { rpc } = world.deployment().chain;
  return (await readProposal(rpc, treasuryAddress, proposalId, "latest")).status;
};

describe("cancelling", () => {
  test("a job that the escrow has money for is not cancelled before that is known", async () => {
    await ready();
    const job = await create();
    await settle();
    await forgetLink(job);
    expect(await reasonOf(cancel(job))).toBe("job_proposed");
    await settle();
    expect(await read(job.id)).toMatchObject({ status: "funded" });
    expect(await reasonOf(cancel(job))).toBe("job_funded");
  });

  test("a job that waits for the owner is cancelled, and seen if the owner was opening it meanwhile", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    expect(await atTreasury(job)).toBe("waiting");
    const ctx = context();
    const prepared = await cancelJob.prepare(ctx, { id: job.id });
    await openAsOwner(job);
    await makeFinal(world);
    expect(await cancelJob.run(ctx, { id: job.id }, prepared)).toMatchObject({
      status: "cancelled",
    });
    await settle();
    expect(await read(job.id)).toMatchObject({ status: "funded" });
  });

  test("a cancelled job whose proposal waits is looked at once an hour, and when its owner opens it", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await cancel(job);
    await settle();
    const { status, nextCheckAt } = await row(job.id);
    expect(status).toBe("cancelled");
    expect(nextCheckAt?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await openAsOwner(job);
    await makeFinal(world);
    await settle();
    expect(await read(job.id)).toMatchObject({ status: "funded" });
  });
});

test("what a thief of the agent's key proposed under a job's id is not taken for the job", async () => {
  const treasury = await ready();
  const job = await create();
  const stolen = { ...orderOf(await row(job.id)), amount: 7n * USDC };
  await world.send(agentAccount, { to: treasury, data: proposeJobData(stolen) });
  await settle();
  expect(await read(job.id)).toMatchObject({
    status: "failed",
    failureReason: "proposal_refused",
    chainJobId: null,
    fundedAt: null,
    instructions: [],
  });
});

test("what a thief of the agent's key proposed under a job's id, and waits, is withdrawn once", async () => {
  const treasury = await ready({ listed: false });
  const job = await create();
  const stolen = { ...orderOf(await row(job.id)), amount: 7n * USDC };
  await world.send(agentAccount, { to: treasury, data: proposeJobData(stolen) });
  await settle();
  const failed = { status: "failed", failureReason: "proposal_refused", chainJobId: null };
  const refused = await read(job.id);
  expect(refused).toMatchObject(failed);
  await followJob(world, merchant, refused, /Withdraw/);
  await settle();
  expect(await read(job.id)).toMatchObject({ ...failed, instructions: [] });
  expect((await row(job.id)).nextCheckAt).toBeNull();
});

test("a treasury that does not have a proposal yet does not ask the owner to open it", async () => {
  await ready();
  const job = await create();
  await world.db`
    update agent_jobs set proposal = 'done', next_check_at = clock_now() - interval '1 second' where id = ${job.id}`;
  await drain(world.systemContext());
  const looked = await row(job.id);
  expect(looked).toMatchObject({ status: "approved", funding: "agent" });
  expect(looked.nextCheckAt?.getTime()).toBeGreaterThan(Date.now());
  expect((await read(job.id)).instructions).toEqual([]);
});

describe("settings that became stricter after the approval", () => {
  const changes = {
    capability_disabled: null,
    monthly_cap: { ...settings, monthlySpendCapUsdCents: 499n },
    above_threshold: { ...settings, requireHumanApprovalAboveUsdCents: 499n },
    vendor_not_approved: { ...settings, approvedVendors: [`0x${"7e".repeat(20)}` as Address] },
  };
  for (const [hold, changed] of Object.entries(changes)) {
    test(`nothing is proposed: ${hold}`, async () => {
      await ready();
      const job = await create();
      await enableCommerce(world, merchant.id, changed);
      await settle();
      expect(await row(job.id)).toMatchObject({
        status: "approved",
        proposal: "queued",
        proposalFailure: hold,
      });
      expect(await read(job.id)).toMatchObject({ status: "approved", proposalHold: hold });
      expect(await atTreasury(job)).toBe("none");
      await enableCommerce(world, merchant.id, settings);
      await settle();
      expect(await read(job.id)).toMatchObject({ status: "funded", proposalHold: null });
    });
  }

  test("of a vendor's day no more is proposed than the lowered threshold, in the order of approval", async () => {
    await ready();
    const jobs = [await create(), await create(4n * USDC), await create(1n * USDC)] as const;
    const [first, second, third] = jobs;
    // A person approves the last one before the others are sent.
    await world.db`update agent_jobs set approved_by = 'usr_1' where id = ${third.id}`;
    const lowered = { ...settings, requireHumanApprovalAboveUsdCents: 550n };
    await enableCommerce(world, merchant.id, lowered);
    await settle();
    expect(await read(first.id)).toMatchObject({ status: "funded" });
    expect(await row(second.id)).toMatchObject({
      status: "approved",
      proposal: "queued",
      proposalFailure: "vendor_day_above_threshold",
    });
    expect(await atTreasury(second)).toBe("none");
    expect(await read(third.id)).toMatchObject({ status: "funded" });
    await enableCommerce(world, merchant.id, settings);
    await settle();
    expect(await read(second.id)).toMatchObject({ status: "funded" });
  });

  test("a merchant is told what holds a job back, and of no error that the next try mends", async () => {
    await ready();
    const job = await create();
    const heldBy = async (failure: string | null) => {
      await world.db`update agent_jobs set proposal_failure = ${failure} where id = ${job.id}`;
      return (await read(job.id)).proposalHold;
    };
    expect(await heldBy("0x2f352531")).toBe("treasury_refuses");
    expect(await heldBy("screening_unavailable")).toBe("screening_unavailable");
    expect(await heldBy("merchant_inactive")).toBe("merchant_inactive");
    expect(await heldBy("reverted")).toBeNull();
    expect(await heldBy(null)).toBeNull();
    await settle();
    expect(await read(job.id)).toMatchObject({ status: "funded", proposalHold: null });
  });

  test("nothing is proposed of a suspended merchant", async () => {
    await ready();
    const job = await create();
    await world.db`update merchants set status = 'suspended' where id = ${merchant.id}`;
    await settle();
    expect(await row(job.id)).toMatchObject({ proposalFailure: "merchant_inactive" });
    expect(await atTreasury(job)).toBe("none");
  });

  test("what a person approved may be above the threshold, and of a vendor whom the settings do not name", async () => {
    await ready({ listed: false });
    const job = await create();
    await world.db`update agent_jobs set approved_by = 'usr_1' where id = ${job.id}`;
    await enableCommerce(world, merchant.id, {
      ...settings,
      requireHumanApprovalAboveUsdCents: 1n,
      approvedVendors: [`0x${"7e".repeat(20)}`],
    });
    await settle();
    expect(await atTreasury(job)).toBe("waiting");
  });

  test("nothing is signed of what was examined before", async () => {
    await ready();
    const job = await create();
    const agent = agentOf(world.config)?.address ?? lowerHex(agentAccount.address);
    const { id: chainId } = world.deployment().chain;
    const ctx = world.systemContext();
    const carrier = { role: "agent", shard: shardOf(chainId, agent, [agent]) } as const;
    const { candidates } = await takeProposals(ctx, carrier);
    const calls = await Promise.all(candidates.map((one) => one.examine(agent)));
    const call = calls.find((one) => one?.to === job.treasuryAddress);
    if (!call) throw new Error("the job can be proposed");
    const lock = () => transaction(world.db, (tx) => call.lock(tx));
    expect(await lock()).toBe(call);
    await enableCommerce(world, merchant.id, null);
    expect(await lock()).toBeNull();
  });
});

/** Lets days pass for a job. */
async function age({ id }: JobView, days: number): Promise<void> {
  await world.db`
    update agent_jobs set expires_at = expires_at - ${days} * interval '1 day',
      due_at = due_at - ${days} * interval '1 day' where id = ${id}`;
}

/** Writes down that an escrow of a job's treasury was funded a minute ago, or another one. */
async function insertEscrow(
  job: JobView,
  change: { client?: string; deploymentId?: string; ageHours?: number; linked?: boolean },
): Promise<void> {
  const { client = job.treasuryAddress, deploymentId = world.deployment().id } = change;
  await world.db`
    insert into deployments (id, mode, chain_id, usdc, genesis_hash, tokens)
    select 'elsewhere', mode, chain_id, usdc, genesis_hash, tokens from deployments
    where id = ${world.deployment().id}`;
  await world.db`
    insert into chain_events (chain_id, block_number, log_index, deployment_id, kind, domain_key)
    values (31337, 900000, 0, ${deploymentId}, 'escrow', decode(repeat('e5', 16), 'hex'))`;
  await world.db`
    insert into chain_jobs (chain_id, block_number, log_index, deployment_id, event, chain_job_id,
      client, amount, fee_bps, tx_hash, block_timestamp)
    values (31337, 900000, 0, ${deploymentId}, 'JobFunded', 77, hex_bytes(${client}), 1, 100,
      decode(repeat('e5', 32), 'hex'),
      clock_now() - ${(change.ageHours ?? 0) * 60 + 1} * interval '1 minute')`;
  if (!change.linked) return;
  const { id } = await create(1n * USDC);
  await world.db`
    update agent_jobs set chain_job_id = 77, due_at = null, next_check_at = null, proposal = 'done'
    where id = ${id}`;
}

async function removeEscrow(): Promise<void> {
  await world.db`delete from chain_events where block_number = 900000`;
  await world.db`update agent_jobs set chain_job_id = null where chain_job_id = 77`;
  await world.db`delete from deployments where id = 'elsewhere'`;
}

describe("the end of the time to submit", () => {
  afterEach(removeEscrow);

  /** Up to when final blocks are read, and read for a second time. */
  const finalAt = (hours: number, rereadHours = hours) => world.db`
    update chain_cursors set finalized_at = clock_now() + ${hours} * interval '1 hour',
      reread_at = clock_now() + ${rereadHours} * interval '1 hour'`;

  test("a job that the chain may have funded is not expired before a final block says that it has not", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await age(job, 11);
    await finalAt(-2);
    await advanceDueJobs(world.systemContext());
    const later = await row(job.id);
    expect(later).toMatchObject({ status: "approved" });
    expect(later.dueAt?.getTime()).toBeGreaterThan(Date.now());
    await world.db`update agent_jobs set due_at = clock_now() - interval '1 second' where id = ${job.id}`;
    await world.db`update chain_cursors set doubt_since = now()`;
    await finalAt(1);
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "approved" });
    await world.db`update chain_cursors set doubt_since = null`;
    await finalAt(1, -2);
    await world.db`update agent_jobs set due_at = clock_now() - interval '1 second' where id = ${job.id}`;
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "approved" });
    await finalAt(1);
    await world.db`update agent_jobs set due_at = clock_now() - interval '1 second' where id = ${job.id}`;
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "expired" });
    await index(world);
  });

  test("a job is not expired while an escrow of its treasury is linked with none", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await openAsOwner(job);
    await makeFinal(world);
    await age(job, 11);
    await finalAt(1);
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "approved" });
  });

  test("a job is not expired while its chain has halted", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await age(job, 11);
    await finalAt(1);
    await world.db`update chain_cursors set halted_reason = 'a final block was lost'`;
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "approved" });
    await world.db`update chain_cursors set halted_reason = null`;
    await world.db`update agent_jobs set due_at = clock_now() - interval '1 second' where id = ${job.id}`;
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "expired" });
    await index(world);
  });

  test.each([
    ["of another client", { client: `0x${"7e".repeat(20)}` }],
    ["of another deployment", { deploymentId: "elsewhere" }],
    ["that was funded long ago", { ageHours: 2 }],
    ["that a job has", { linked: true }],
  ])("an escrow %s keeps no job from expiring", async (_, change) => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await age(job, 11);
    await finalAt(1);
    await insertEscrow(job, change);
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "expired" });
    await index(world);
  });

  test("a job that is linked with an escrow is not expired before its events are read", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await world.db`update agent_jobs set chain_job_id = 7 where id = ${job.id}`;
    await age(job, 11);
    await finalAt(1);
    await advanceDueJobs(world.systemContext());
    expect(await read(job.id)).toMatchObject({ status: "approved" });
  });

  test("an expired job whose proposal waits is looked at no more once its owner cannot open it", async () => {
    await ready({ listed: false });
    const job = await create();
    await settle();
    await world.db`
      update agent_jobs set status = 'expired', closed_at = clock_now(), due_at = null,
        expires_at = clock_now() + interval '1 day',
        next_check_at = clock_now() - interval '1 second' where id = ${job.id}`;
    await drain(world.systemContext());
    expect(await row(job.id)).toMatchObject({ status: "expired", nextCheckAt: null });
    expect((await read(job.id)).instructions).toEqual([]);
  });
});

test("a closed job whose slot is lost with its block is not proposed again", async () => {
  await ready({ listed: false });
  const job = await create();
  await settle();
  const { batchId } = await row(job.id);
  if (!batchId) throw new Error("the job was proposed");
  const lose = () =>
    transaction(world.db, async (tx) => {
      await tx`select set_config('stipend.reopen_nonces', 'on', true)`;
      await tx`
        update relay_batches set state = 'in_flight', consumed_by = null, consumed_block = null,
          consumed_at = null where id = ${batchId}`;
      const taken = await proposalSlots.takeBack(tx, [batchId], [], {
        chainId: 31337,
        above: 0n,
        counts: [],
      });
      const [slot] = await tx<{ state: string }[]>`
        select state from relay_batches where id = ${batchId}`;
      const lost = { taken, slot: slot?.state, job: await readJob(tx, job.id) };
      return Promise.reject(Object.assign(new Error("taken back"), { lost }));
    }).catch(({ lost }) => lost);
  expect(await lose()).toMatchObject({
    taken: { inFlight: [job.id] },
    slot: "in_flight",
    job: { proposal: "signed" },
  });
  await cancel(job);
  // A no-op closes the slot, and the treasury is asked what it has.
  expect(await lose()).toMatchObject({
    taken: { inFlight: [] },
    slot: "signed",
    job: { proposal: "done", nextCheckAt: expect.any(Date) },
  });
});

test("jobs that are refused again and again keep no new one waiting", async () => {
  await ready();
  await enableCommerce(world, merchant.id, settings);
  const refused = await Promise.all(Array.from({ length: 10 }, () => create(1n * USDC)));
  await world.db`
    update agent_jobs set approved_at = approved_at - interval '1 day',
      next_check_at = clock_now() - interval '1 minute'
    where id = any (${refused.map(({ id }) => id)}::text[])`;
  vendor = await newVendor(world);
  const job = await create();
  const agent = lowerHex(agentAccount.address);
  const carrier = { role: "agent", shard: shardOf(job.chainId, agent, [agent]) } as const;
  await takeProposals(world.systemContext(), carrier);
  expect((await row(job.id)).wallet).toBe(agent);
  await world.db`update agent_jobs set status = 'cancelled', closed_at = clock_now(), proposal = null
    where merchant_id = ${merchant.id}`;
});

test("a proposal that the treasury reverts three times has failed, and costs no more gas", async () => {
  await ready({ listed: false });
  const job = await create();
  await settle();
  const { batchId, proposalTxHash: hash } = await row(job.id);
  if (!batchId || !hash) throw new Error("the job was proposed");
  const receipt = { succeeded: false } as Parameters<typeof proposalSlots.noteConsumed>[2] extends {
    receipt: infer R;
  } | null
    ? R
    : never;
  const revert = async () => {
    await world.db`
      update agent_jobs set proposal = 'signed', batch_id = ${batchId} where id = ${job.id}`;
    await transaction(world.db, (tx) => proposalSlots.noteConsumed(tx, batchId, { hash, receipt }));
    return row(job.id);
  };
  for (const rounds of [1, 2]) {
    const again = await revert();
    expect(again).toMatchObject({ status: "approved", proposal: "queued", rounds });
    expect(again.nextCheckAt?.getTime()).toBeGreaterThan(Date.now());
  }
  expect(await revert()).toMatchObject({
    status: "failed",
    failureReason: "proposal_refused",
    proposal: null,
    closedAt: expect.any(Date),
    dueAt: null,
  });
});

test("registrations and jobs of a deployment that is not configured keep no others waiting", async () => {
  await ready();
  const job = await create();
  const ctx = world.systemContext();
  const without = { ...ctx, chains: { ...ctx.chains, deployments: [] } };
  await world.db`delete from agent_treasury_looks`;
  const [chain] = ctx.chains.all;
  const final = await readFinality(world.db, job.chainId);
  if (!chain || !final) throw new Error("the chain is read");
  await world.db`
    update agent_jobs set proposal = 'done', next_check_at = clock_now() - interval '1 second'
    where id = ${job.id}`;
  await decideProposals(without, chain, final);
  await world.db`update agent_jobs set proposal = 'queued', next_check_at = null where id = ${job.id}`;
  const agent = lowerHex(agentAccount.address);
  const carrier = { role: "agent", shard: shardOf(job.chainId, agent, [agent]) } as const;
  expect(await takeProposals(without, carrier)).toEqual({ taken: 1, candidates: [] });
  await world.db`update agent_jobs set due_at = clock_now() - interval '1 second' where id = ${job.id}`;
  expect(await readDueTreasuries(without, forAMinute())).toBe(0);
  expect(await advanceDueJobs(without)).toBe(0);
  expect(await readDueTreasuries(ctx, forAMinute())).toBeGreaterThan(0);
});

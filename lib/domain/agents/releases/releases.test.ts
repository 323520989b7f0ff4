import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { claimRefundData } from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { wakes } from "@/lib/core/operations/wakes";
import { advanceDueJobs } from "@/lib/domain/agents/jobs/advance-due-jobs";
import { takeBackJobs } from "@/lib/domain/agents/jobs/apply-job-events";
import { foldJob } from "@/lib/domain/agents/jobs/fold-job";
import { queueRelease } from "@/lib/domain/agents/jobs/job-releases";
import { loadJobPage } from "@/lib/domain/agents/jobs/load-job-page";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import {
  followJob,
  moveClockTo,
  moveTo,
  newVendor,
  orderJob,
  readJobOf,
  readyTreasury,
  settleJobs,
  submitWork,
} from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { administer, makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;
let treasury: Address;

const USDC = 1_000_000n;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  world = await createAgentWorld();
  await installClock(world.db, world.chains);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
  await world.db`update merchants set email = 'ada@example.com' where id = ${merchant.id}`;
  vendor = await newVendor(world);
  treasury = await readyTreasury(world, merchant, [vendor.address]);
});

const visitor = () => ({ ...world.systemContext(), actor: { kind: "public" as const, ip: "" } });
const read = (job: Pick<JobView, "id">) => readJobOf(world, merchant, job);
const after = ({ expiresAt }: JobView) => new Date(expiresAt.getTime() + MINUTE_MS);

async function fundedJob(): Promise<JobView> {
  const job = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
  const funded = await read(job);
  expect(funded.status).toBe("funded");
  return funded;
}

const releasesOf = ({ id }: JobView) => world.db`
  select kind, state, failure from agent_job_releases where job_id = ${id}`;
const mailsOf = async ({ id }: JobView) =>
  (
    await world.db<{ kind: string }[]>`
      select kind from mails where facts->>'jobId' = ${id} order by created_at, kind`
  ).map(({ kind }) => kind);
/** Reads again what the escrow has said of a job. */
const fold = ({ id }: JobView) =>
  transaction(world.db, (tx) => foldJob(world.systemContext(), tx, id, 10n ** 12n));
const bookedOf = ({ id }: JobView) => world.db`
  select t.* from transactions t join agent_jobs j on j.transaction_id = t.id where j.id = ${id}`;
const transactionOf = ({ id }: JobView) => world.db`
  select t.status, t.amount, t.fee, t.amount_refunded from transactions t
  join agent_jobs j on j.transaction_id = t.id where j.id = ${id}`;

test("a job that was never submitted expires, and its money is back without anyone's call", async () => {
  const job = await fundedJob();
  expect(await transactionOf(job)).toEqual([
    { status: "confirmed", amount: 5n * USDC, fee: 0n, amountRefunded: 0n },
  ]);
  await moveTo(world, after(job));
  await world.db`delete from outbox`;
  await advanceDueJobs(world.systemContext());
  expect(await releasesOf(job)).toEqual([{ kind: "claim_refund", state: "queued", failure: null }]);
  expect(await world.db`select from outbox where name = ${wakes.relay}`).toHaveLength(1);
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "expired", closedAt: expect.any(Date) });
  expect(await world.balanceOf(treasury)).toBe(100n * USDC);
  expect(await releasesOf(job)).toEqual([{ kind: "claim_refund", state: "done", failure: null }]);
  expect(await transactionOf(job)).toEqual([
    { status: "confirmed", amount: 5n * USDC, fee: 0n, amountRefunded: 5n * USDC },
  ]);
  const [returned] = await world.db`
    select tx_hash from agent_activity where resource_id = ${job.id} and action = 'return_money'`;
  expect(returned?.txHash).toMatch(/^0x/);
  expect(await mailsOf(job)).toEqual(["agent_job_expired"]);
});

test("of work that waits for a decision the merchant is told once, and then its money is back", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await moveTo(world, new Date(job.submitBy.getTime() + MINUTE_MS));
  await advanceDueJobs(world.systemContext());
  await advanceDueJobs(world.systemContext());
  expect(await mailsOf(job)).toEqual(["agent_job_expiring"]);
  expect(await releasesOf(job)).toEqual([]);
  await moveTo(world, after(job));
  await advanceDueJobs(world.systemContext());
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "expired" });
  expect(await world.balanceOf(treasury)).toBe(100n * USDC);
  const told = await world.db<{ type: string }[]>`
    select type from events where resource_id = ${job.id} order by sequence`;
  expect(told.map(({ type }) => type)).toEqual(["agent.job_proposed"]);
  expect(await mailsOf(job)).toEqual(["agent_job_expiring", "agent_job_expired"]);
});

test("work that is rejected in the days of the decision is told of as disputed, as it is then", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await moveTo(world, new Date(job.submitBy.getTime() + MINUTE_MS));
  await advanceDueJobs(world.systemContext());
  expect(await mailsOf(job)).toEqual(["agent_job_expiring"]);
  await followJob(world, merchant, await read(job), /Reject/);
  expect(await read(job)).toMatchObject({ status: "rejected" });
  const told = await world.db<{ type: string; status: string }[]>`
    select type, object->>'status' as status from events
    where resource_id = ${job.id} and type <> 'agent.job_proposed'`;
  expect(told).toEqual([{ type: "agent.job_disputed", status: "rejected" }]);
});

test("work that is submitted in the last moment is told of at once", async () => {
  const job = await fundedJob();
  await moveClockTo(world, new Date(job.submitBy.getTime() - MINUTE_MS));
  await submitWork(world, vendor, job);
  await moveClockTo(world, job.submitBy);
  await advanceDueJobs(world.systemContext());
  // It may be decided in blocks that are not read yet.
  expect(await mailsOf(job)).toEqual([]);
  await moveTo(world, new Date(job.submitBy.getTime() + 2 * MINUTE_MS));
  await advanceDueJobs(world.systemContext());
  expect(await mailsOf(job)).toEqual(["agent_job_expiring"]);
});

test("nothing is sent before the chain's own clock has passed the deadline", async () => {
  const job = await fundedJob();
  await moveClockTo(world, after(job));
  await advanceDueJobs(world.systemContext());
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "funded" });
  expect(await releasesOf(job)).toEqual([
    { kind: "claim_refund", state: "queued", failure: expect.stringMatching(/^0x[0-9a-f]{8}$/) },
  ]);
  await moveTo(world, after(job));
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "expired" });
});

test("money that another account has fetched back is asked for by no transaction", async () => {
  const job = await fundedJob();
  await moveTo(world, after(job));
  const escrow = addressOf(world.deployment(), "escrow");
  const data = claimRefundData(job.chainJobId ?? 0n);
  await advanceDueJobs(world.systemContext());
  await world.send(vendor, { to: escrow, data });
  await makeFinal(world);
  expect(await releasesOf(job)).toEqual([]);
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "expired" });
  expect(
    await world.db`select from relay_batches where kind = 'release_job' and state <> 'done'
    and id in (select batch_id from agent_job_releases where job_id = ${job.id})`,
  ).toEqual([]);
});

test("a call that was signed for money which another account fetched back runs its course", async () => {
  const job = await fundedJob();
  await moveTo(world, after(job));
  await advanceDueJobs(world.systemContext());
  await world.db`update agent_job_releases set state = 'signed' where job_id = ${job.id}`;
  const to = addressOf(world.deployment(), "escrow");
  await world.send(vendor, { to, data: claimRefundData(job.chainJobId ?? 0n) });
  await makeFinal(world);
  expect(await read(job)).toMatchObject({ status: "expired" });
  expect(await releasesOf(job)).toMatchObject([{ kind: "claim_refund", state: "signed" }]);
  await world.db`update agent_job_releases set state = 'done' where job_id = ${job.id}`;
});

test("money that is due back stays asked for when its vendor is found to have submitted", async () => {
  const job = await fundedJob();
  await moveClockTo(world, after(job));
  await advanceDueJobs(world.systemContext());
  await submitWork(world, vendor, job);
  expect(await read(job)).toMatchObject({ status: "submitted" });
  expect(await releasesOf(job)).toMatchObject([{ kind: "claim_refund", state: "queued" }]);
});

test("what was asked for in vain is asked for again, by any wallet and at once", async () => {
  const job = await fundedJob();
  const queue = () => transaction(world.db, (tx) => queueRelease(tx, job, "claim_refund"));
  await queue();
  await world.db`
    update agent_job_releases set state = 'done', wallet = decode(repeat('0a', 20), 'hex'),
      next_check_at = 'infinity' where job_id = ${job.id}`;
  await queue();
  const rows = await world.db`
    select state, wallet, next_check_at from agent_job_releases where job_id = ${job.id}`;
  expect(rows).toEqual([{ state: "queued", wallet: null, nextCheckAt: null }]);
});

test("a vendor whom the token refuses is paid once it takes them again", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await administer(world, "blacklist", vendor.address);
  await followJob(world, merchant, await read(job), /Accept/);
  const held = await read(job);
  expect(held).toMatchObject({ status: "completed", heldAt: expect.any(Date) });
  const [mail] = await world.db<StoredMail[]>`
    select * from mails where facts->>'jobId' = ${job.id} and kind = 'agent_job_completed'`;
  if (!mail) throw new Error("the completion is mailed");
  expect(wordMail(world.systemContext(), mail).paragraphs).toEqual([
    expect.stringContaining("the escrow keeps the vendor’s money"),
  ]);
  const publicId = held.vendorUrl.split("/").at(-1) ?? "";
  const page = await loadJobPage(visitor(), { publicId });
  expect(page).toMatchObject({ status: "completed", isHeld: true });
  expect(page.claim).toMatchObject({ to: addressOf(world.deployment(), "escrow") });
  await settleJobs(world);
  expect(await releasesOf(job)).toEqual([
    { kind: "claim", state: "queued", failure: expect.any(String) },
  ]);
  // What waits keeps its turn and its reason when the job's events are read again.
  await fold(job);
  expect(await releasesOf(job)).toEqual([
    { kind: "claim", state: "queued", failure: expect.any(String) },
  ]);
  await world.db`update agent_job_releases set state = 'mined' where job_id = ${job.id}`;
  await fold(job);
  expect(await releasesOf(job)).toMatchObject([{ kind: "claim", state: "mined" }]);
  await world.db`update agent_job_releases set state = 'queued' where job_id = ${job.id}`;
  await administer(world, "unBlacklist", vendor.address);
  await settleJobs(world);
  await world.db`update agent_job_releases set failure = null where job_id = ${job.id}`;
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "completed", heldAt: null });
  expect(await world.balanceOf(vendor.address)).toBe((5n * USDC * 99n) / 100n);
  expect(await loadJobPage(visitor(), { publicId })).toMatchObject({ isHeld: false, claim: null });
  // The block that paid is lost: the escrow holds the money again.
  const [paid] = await world.db<{ blockNumber: bigint }[]>`
    select e.block_number from chain_jobs e join agent_jobs j using (deployment_id, chain_job_id)
    where j.id = ${job.id} and e.event = 'PaymentReleased'`;
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, {
      chainId: 31_337,
      above: (paid?.blockNumber ?? 0n) - 1n,
    }),
  );
  expect(await read(job)).toMatchObject({ status: "completed", heldAt: held.heldAt });
  expect((await loadJobPage(visitor(), { publicId })).claim).not.toBeNull();
});

test("a decision whose payment was hidden has its transaction read by the receipt", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await followJob(world, merchant, await read(job), /Reject/);
  const payments = world.db`event in ('PaymentReleased', 'PaymentHeld', 'Refunded')
    and chain_job_id = ${String(job.chainJobId)}::numeric`;
  await world.db`
    delete from chain_events using chain_jobs e
    where chain_events.chain_id = e.chain_id and chain_events.block_number = e.block_number
      and chain_events.log_index = e.log_index and e.event = 'Refunded'
      and e.chain_job_id = ${String(job.chainJobId)}::numeric`;
  await world.db`delete from chain_jobs where ${payments}`;
  await world.db`update transactions set amount_refunded = 0
    where id = (select transaction_id from agent_jobs where id = ${job.id})`;
  await fold(job);
  expect(await transactionOf(job)).toMatchObject([{ amountRefunded: 0n }]);
  await world.chain.mine();
  await makeFinal(world);
  expect(await transactionOf(job)).toMatchObject([{ amountRefunded: 5n * USDC }]);
  expect(await world.db`select from suspect_transactions`).toHaveLength(0);
});

test("a completion that is lost with its part of the chain takes its fee back from the books", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await followJob(world, merchant, await read(job), /Accept/);
  expect(await transactionOf(job)).toMatchObject([{ fee: (5n * USDC) / 100n }]);
  const [completion] = await world.db<{ blockNumber: bigint }[]>`
    select e.block_number from chain_jobs e join agent_jobs j using (deployment_id, chain_job_id)
    where j.id = ${job.id} and e.event = 'JobCompleted'`;
  const above = (completion?.blockNumber ?? 0n) - 1n;
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above }),
  );
  expect(await read(job)).toMatchObject({ status: "submitted" });
  expect(await transactionOf(job)).toEqual([
    { status: "confirmed", amount: 5n * USDC, fee: 0n, amountRefunded: 0n },
  ]);
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above: 0n }),
  );
  expect(await transactionOf(job)).toMatchObject([{ status: "reorged" }]);
});

test("a transaction that was lost stands again as its events say, wherever they are by then", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  await followJob(world, merchant, await read(job), /Accept/);
  const [booked] = await bookedOf(job);
  expect(booked).toMatchObject({ fee: 50_000n, netAmount: 4_950_000n });
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above: 0n }),
  );
  expect(await bookedOf(job)).toMatchObject([
    { status: "reorged", paymentException: "reverted", confirmedAt: booked?.confirmedAt },
  ]);
  // As the blocks had it that were replaced.
  await world.db`
    update transactions set fee = 0, net_amount = amount, amount_refunded = amount,
      tx_hash = decode(repeat('0b', 32), 'hex'), log_index = 99, block_number = 1,
      block_timestamp = 'epoch'
    where id = ${booked?.id}`;
  await settleJobs(world);
  expect(await bookedOf(job)).toEqual([booked]);
});

test("a job whose funding was not shown is moved by what was, and nothing is booked of it", async () => {
  const job = await fundedJob();
  await submitWork(world, vendor, job);
  const [booked] = await bookedOf(job);
  await world.db`
    delete from chain_jobs where event = 'JobFunded'
      and chain_job_id = ${String(job.chainJobId)}::numeric`;
  await fold(job);
  expect(await read(job)).toMatchObject({ status: "submitted", fundedAt: null });
  expect(await bookedOf(job)).toEqual([booked]);
  // Its number may be another job's once the block is lost.
  await transaction(world.db, (tx) =>
    takeBackJobs(world.systemContext(), tx, { chainId: 31_337, above: 0n }),
  );
  expect(await read(job)).toMatchObject({ status: "approved", chainJobId: null });
});

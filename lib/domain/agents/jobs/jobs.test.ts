import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { refOf } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { agentAccount, enableCommerce, giveTreasury } from "@/testing/agents";
import { createWorld, type World } from "@/testing/world";
import { advanceDueJobs } from "./advance-due-jobs";
import { approveJob } from "./approve-job";
import { cancelJob } from "./cancel-job";
import { checkDestinations } from "./check-parties";
import { createJob } from "./create-job";
import { getJob } from "./get-job";
import { listJobs } from "./list-jobs";
import type { JobView } from "./view";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world?.stop());

const wallet = (): Address => `0x${randomBytes(20).toString("hex")}`;
const USDC = 1_000_000n;
const limits = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [] as Address[],
  monthlySpendCapUsdCents: 10_000n as bigint | null,
};
const onChain = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 10_000n };

let merchantId: string;
let treasury: Address;

beforeEach(async () => {
  ({ id: merchantId } = await world.addMerchant());
  await world.db`update merchants set email = 'ada@example.com' where id = ${merchantId}`;
  treasury = await giveTreasury(world, merchantId, onChain);
  await enableCommerce(world, merchantId, limits);
});

const context = () => world.merchantContext({ merchantId });
const person = (): Context<SessionActor> => ({
  ...context(),
  actor: { kind: "session", merchantId, mode: "test", userId: "usr_1", sessionId: "ses_1" },
});
type Input = Parameters<typeof createJob.prepare>[1];
const order = (more: Partial<Input> = {}): Input => ({
  vendorAddress: wallet(),
  description: "Translate 12 pages",
  amount: 5n * USDC,
  currency: "USDC",
  ...more,
});

async function create(more: Partial<Input> = {}): Promise<JobView> {
  const input = order(more);
  const ctx = context();
  return createJob.run(ctx, input, await createJob.prepare(ctx, input));
}

async function approve(
  { id, amount, currency, vendorAddress, evaluatorAddress }: JobView,
  other: Partial<JobView> = {},
): Promise<JobView> {
  const input = { id, amount, currency, vendorAddress, evaluatorAddress, ...other };
  const ctx = person();
  return approveJob.run(ctx, input, await approveJob.prepare(ctx, input));
}

async function cancel(input: { id: string }): Promise<JobView> {
  const ctx = context();
  return cancelJob.run(ctx, input, await cancelJob.prepare(ctx, input));
}

const reasonOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => null,
    (refused: unknown) => refused,
  );
  return error instanceof Refusal
    ? [error.code, error.info.details.reason, ...(error.info.param ? [error.info.param] : [])]
    : error;
};

const eventsOf = (id: string) => world.db<{ type: string }[]>`
  select type from events where resource_id = ${id} order by sequence`;

test("a job at the threshold is approved at once, and waits for the owner of an unlisted vendor", async () => {
  const job = await create({ amount: 10n * USDC });
  expect(job).toMatchObject({
    status: "approved",
    approvedBy: "policy",
    approvalReason: null,
    funding: "awaiting_owner",
    usdCents: 1_000n,
    evaluatorAddress: treasury,
    proposalId: refOf(job.id),
  });
  expect(job.expiresAt.getTime() - job.submitBy.getTime()).toBe(3 * 86_400_000);
  const events = await eventsOf(job.id);
  expect(events.map(({ type }) => type)).toEqual(["agent.job_proposed"]);
  expect(await world.db`select from outbox where name = 'relay/work.queued'`).not.toHaveLength(0);
});

test("a vendor whom the owner has listed on the chain is funded by the agent", async () => {
  const vendorAddress = wallet();
  await giveTreasury(world, merchantId, onChain, [vendorAddress]);
  expect(await create({ vendorAddress })).toMatchObject({ status: "approved", funding: "agent" });
});

test("a job of one cent more waits for a person, who is mailed", async () => {
  const job = await create({ amount: 10n * USDC + 1n });
  expect(job).toMatchObject({
    status: "pending_approval",
    approvalReason: "above_threshold",
    funding: null,
    approvedBy: null,
    proposalTxHash: null,
  });
  const mails = await world.db<{ kind: string }[]>`
    select kind from mails where facts->>'jobId' = ${job.id}`;
  expect(mails.map(({ kind }) => kind)).toEqual(["agent_job_approval"]);
});

test("a job that is split in ten for one vendor does not pass", async () => {
  const vendorAddress = wallet();
  const jobs = [];
  for (let part = 0; part < 10; part += 1) {
    jobs.push(await create({ vendorAddress, amount: 2n * USDC }));
  }
  const approved = jobs.filter(({ status }) => status === "approved");
  expect(approved).toHaveLength(5);
  expect(jobs.at(-1)).toMatchObject({ approvalReason: "vendor_day_above_threshold" });
});

test("the stricter of the settings and the chain's policy counts", async () => {
  await giveTreasury(world, merchantId, { ...onChain, thresholdCents: 400n });
  expect(await create()).toMatchObject({ approvalReason: "above_threshold" });
  await giveTreasury(world, merchantId, { ...onChain, vendorDayCents: 400n });
  expect(await create()).toMatchObject({ approvalReason: "vendor_day_above_threshold" });
  await giveTreasury(world, merchantId, { ...onChain, monthlyCapCents: 400n });
  expect(await create()).toMatchObject({ approvalReason: "monthly_cap" });
  await giveTreasury(world, merchantId, onChain);
  await enableCommerce(world, merchantId, { ...limits, approvedVendors: [wallet()] });
  expect(await create()).toMatchObject({ approvalReason: "vendor_not_approved" });
  await enableCommerce(world, merchantId, { ...limits, monthlySpendCapUsdCents: 499n });
  expect(await create()).toMatchObject({ approvalReason: "monthly_cap" });
});

test("a foreign assessor is never automatic, and one that the policy names is", async () => {
  const assessorAddress = wallet();
  expect(await create({ assessorAddress })).toMatchObject({
    status: "pending_approval",
    approvalReason: "foreign_assessor",
    evaluatorAddress: assessorAddress,
  });
  await giveTreasury(world, merchantId, { ...onChain, evaluator: assessorAddress });
  expect(await create({ assessorAddress })).toMatchObject({ status: "approved" });
});

test("40 jobs at once at the cap's edge are never over it", async () => {
  await enableCommerce(world, merchantId, { ...limits, monthlySpendCapUsdCents: 5_250n });
  const jobs = await Promise.all(Array.from({ length: 40 }, () => create()));
  const approved = jobs.filter(({ status }) => status === "approved");
  expect(approved).toHaveLength(10);
  expect(jobs.filter(({ approvalReason }) => approvalReason === "monthly_cap")).toHaveLength(30);
});

test("both currencies count towards one cap and one vendor's day, to the cent", async () => {
  const vendorAddress = wallet();
  await create({ vendorAddress });
  // 4.00 EURC are 500 cents.
  const eurc = await create({ vendorAddress, amount: 4n * USDC, currency: "EURC" });
  expect(eurc).toMatchObject({ status: "approved", usdCents: 500n });
  for (const currency of ["USDC", "EURC"] as const) {
    expect(await create({ vendorAddress, amount: 1n, currency })).toMatchObject({
      usdCents: 1n,
      approvalReason: "vendor_day_above_threshold",
    });
  }
  await enableCommerce(world, merchantId, { ...limits, monthlySpendCapUsdCents: 1_500n });
  expect(await create({ amount: 4n * USDC, currency: "EURC" })).toMatchObject({
    status: "approved",
  });
  for (const currency of ["USDC", "EURC"] as const) {
    expect(await create({ amount: 1n, currency })).toMatchObject({ approvalReason: "monthly_cap" });
  }
});

test("the cap holds at once for what persons approve and what the policy does", async () => {
  await enableCommerce(world, merchantId, { ...limits, monthlySpendCapUsdCents: 5_250n });
  const large = await Promise.all(
    Array.from({ length: 6 }, () => create({ amount: 12n * USDC, currency: "USDC" })),
  );
  expect(large.every(({ status }) => status === "pending_approval")).toBe(true);
  await Promise.allSettled([
    ...large.map((job) => approve(job)),
    ...Array.from({ length: 10 }, () => create()),
  ]);
  const [sum] = await world.db<{ cents: bigint }[]>`
    select sum(usd_cents)::numeric(78, 0) as cents from agent_jobs
    where merchant_id = ${merchantId} and status = 'approved'`;
  expect(sum?.cents).toBeLessThanOrEqual(5_250n);
  // What is left is less than the smaller of both.
  expect(sum?.cents).toBeGreaterThan(4_750n);
});

test("a job is approved and cancelled by one of two persons, never by both", async () => {
  for (let round = 0; round < 5; round += 1) {
    const job = await create({ amount: 11n * USDC });
    await Promise.allSettled([approve(job), cancel(job)]);
    const [row] = await world.db<{ status: string; proposal: string | null }[]>`
      select status, proposal from agent_jobs where id = ${job.id}`;
    // An approved job that was not proposed yet can be cancelled; a cancelled one is never approved.
    expect(row).toEqual(
      row?.status === "approved"
        ? { status: "approved", proposal: "queued" }
        : { status: "cancelled", proposal: null },
    );
  }
});

test("100 jobs may be open, also when they are created at once", async () => {
  const results = await Promise.all(
    Array.from({ length: 104 }, () => create({ amount: 50n * USDC }).catch((error) => error)),
  );
  const refused = results.filter((one) => one instanceof Refusal);
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "too_many_jobs" } },
  });
});

describe("what counts towards the cap", () => {
  const capped = { ...limits, monthlySpendCapUsdCents: 1_499n };
  const approvedDaysAgo = (id: string, days: number) => world.db`
    update agent_jobs set approved_at = clock_now() - ${days} * interval '1 day' where id = ${id}`;

  test("an approved job counts for as long as it may be funded", async () => {
    await enableCommerce(world, merchantId, capped);
    const vendorAddress = wallet();
    const job = await create({ vendorAddress, amount: 10n * USDC, expiresInDays: 90 });
    await approvedDaysAgo(job.id, 40);
    expect(await create()).toMatchObject({ approvalReason: "monthly_cap" });
    expect(await create({ vendorAddress, amount: 1n })).toMatchObject({
      approvalReason: "vendor_day_above_threshold",
    });
    await cancel(job);
    expect(await create()).toMatchObject({ status: "approved" });
  });

  test("a job that was funded counts from its funding, also after its money came back", async () => {
    await enableCommerce(world, merchantId, capped);
    const job = await create({ amount: 10n * USDC, expiresInDays: 90 });
    await approvedDaysAgo(job.id, 40);
    for (const status of ["funded", "rejected"]) {
      await world.db`
        update agent_jobs set status = ${status}, chain_job_id = 1, proposal = 'done',
          funded_at = clock_now() - interval '29 days',
          closed_at = case when ${status} = 'rejected' then clock_now() end where id = ${job.id}`;
      expect(await create()).toMatchObject({ approvalReason: "monthly_cap" });
    }
    await world.db`
      update agent_jobs set funded_at = clock_now() - interval '31 days' where id = ${job.id}`;
    expect(await create()).toMatchObject({ status: "approved" });
  });

  test("a job that was funded counts by whole days (UTC), as the treasury's contract counts", async () => {
    await enableCommerce(world, merchantId, capped);
    const job = await create({ amount: 10n * USDC, expiresInDays: 90 });
    await approvedDaysAgo(job.id, 40);
    const fundedOn = (second: number) => world.db`
      update agent_jobs set status = 'funded', chain_job_id = 2, proposal = 'done',
        funded_at = date_trunc('day', clock_now(), 'UTC') - interval '720 hours'
          + ${second} * interval '1 second' where id = ${job.id}`;
    await fundedOn(0);
    expect(await create()).toMatchObject({ approvalReason: "monthly_cap" });
    await fundedOn(-1);
    expect(await create()).toMatchObject({ status: "approved" });
  });
});

describe("without commerce", () => {
  test("nothing is created without the capability, or without a treasury", async () => {
    await enableCommerce(world, merchantId, null);
    expect(await reasonOf(create())).toEqual(["session_invalid_state", "capability_disabled"]);
    await enableCommerce(world, merchantId, limits);
    await world.db`delete from agent_vendors where merchant_id = ${merchantId}`;
    await world.db`delete from agent_treasuries where merchant_id = ${merchantId}`;
    expect(await reasonOf(create())).toEqual(["session_invalid_state", "commerce_unavailable"]);
  });
});

test("vendors and assessors that cannot be are refused by their field", async () => {
  const [own] = await world.db<{ owner: Address; payout: Address }[]>`
    select owner, payout from merchant_registrations
    where merchant_id = ${merchantId} and mode = 'test'`;
  if (!own) throw new Error("the merchant is registered");
  const { contracts, tokens } = world.deployment();
  const evaluator = wallet();
  await giveTreasury(world, merchantId, { ...onChain, evaluator });
  const zero: Address = `0x${"0".repeat(40)}`;
  const lost = [...Object.values(contracts), ...Object.values(tokens)].map((one) => one.address);
  const ours = [zero, treasury, agentAccount.address, ...lost, world.deployment().treasury ?? zero];
  for (const vendorAddress of [own.owner, own.payout, evaluator, ...ours]) {
    expect(await reasonOf(create({ vendorAddress }))).toEqual([
      "invalid_request",
      "vendor_not_allowed",
      "vendorAddress",
    ]);
  }
  const same = wallet();
  expect(await reasonOf(create({ vendorAddress: same, assessorAddress: same }))).toEqual([
    "invalid_request",
    "vendor_not_allowed",
    "vendorAddress",
  ]);
  for (const assessorAddress of [own.payout, ...ours]) {
    expect(await reasonOf(create({ assessorAddress }))).toEqual([
      "invalid_request",
      "assessor_not_allowed",
      "assessorAddress",
    ]);
  }
  // The owner's wallet decides what the treasury does: it may judge.
  expect(await create({ assessorAddress: own.owner })).toMatchObject({
    status: "pending_approval",
  });
});

test("the agent's wallet is no vendor, also where the treasury does not name it yet", async () => {
  const key: Hex = `0x${"a8".repeat(32)}`;
  const config = { ...world.config, AGENT_PRIVATE_KEY: [key] };
  const vendorAddress = agentOf(config)?.address ?? treasury;
  const prepare = createJob.prepare({ ...context(), config }, order({ vendorAddress }));
  expect(await reasonOf(prepare)).toEqual([
    ...["invalid_request", "vendor_not_allowed", "vendorAddress"],
  ]);
});

test("a vendor whom a list names is refused as such, and none is created while the lists cannot be read", async () => {
  const vendorAddress = wallet();
  const path = join(tmpdir(), `list-${randomBytes(6).toString("hex")}.txt`);
  await writeFile(path, `${vendorAddress}\n`);
  const prepare = (SCREENING_LIST: string, more: Partial<Input>) => {
    const config = { ...world.config, SCREENING_LIST };
    return reasonOf(createJob.prepare({ ...context(), config }, order(more)));
  };
  const field = (name: string) => ["invalid_request", "vendor_blocked", name];
  expect(await prepare(path, { vendorAddress })).toEqual(field("vendorAddress"));
  const assessorAddress = vendorAddress;
  expect(await prepare(path, { assessorAddress })).toEqual(field("assessorAddress"));
  const unavailable = ["api_error", "screening_unavailable"];
  expect(await prepare("/nowhere/list.txt", {})).toEqual(unavailable);
  // An assessor is screened there alone.
  const ctx = { ...context(), config: { ...world.config, SCREENING_LIST: "/nowhere/list.txt" } };
  expect(await reasonOf(checkDestinations(ctx, { vendorAddress }))).toEqual(unavailable);
});

describe("approval", () => {
  test("a person approves once, by the terms that were shown", async () => {
    const job = await create({ amount: 20n * USDC });
    for (const [param, other] of [
      ["amount", { amount: 2n * USDC }],
      ["currency", { currency: "EURC" }],
      ["vendorAddress", { vendorAddress: wallet() }],
      ["evaluatorAddress", { evaluatorAddress: wallet() }],
    ] as const) {
      expect(await reasonOf(approve(job, other))).toEqual([
        "invalid_request",
        "terms_changed",
        param,
      ]);
    }
    expect(await approve(job)).toMatchObject({
      status: "approved",
      approvedBy: "person",
      funding: "awaiting_owner",
    });
    expect(await reasonOf(approve(job))).toEqual(["session_invalid_state", "job_approved"]);
    const [entry] = await world.db`
      select actor_name from audit_log where action = 'agent_job.approve' and subject_id = ${job.id}`;
    expect(entry).toEqual({ actorName: "usr_1" });
  });

  test("of two persons at once one approves", async () => {
    const job = await create({ amount: 20n * USDC });
    const results = await Promise.allSettled([approve(job), approve(job)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a cap that was lowered meanwhile holds for persons too", async () => {
    const job = await create({ amount: 20n * USDC });
    await enableCommerce(world, merchantId, { ...limits, monthlySpendCapUsdCents: 1_999n });
    expect(await reasonOf(approve(job))).toEqual(["session_invalid_state", "cap_exceeded"]);
  });

  test("nothing is approved once the vendor could not submit in time", async () => {
    const job = await create({ amount: 20n * USDC, expiresInDays: 7 });
    await age(job.id, 4);
    expect(await reasonOf(approve(job))).toEqual(["session_invalid_state", "job_expired"]);
  });

  test("another merchant's job is not found", async () => {
    const job = await create({ amount: 20n * USDC });
    ({ id: merchantId } = await world.addMerchant());
    expect(await reasonOf(approve(job))).toEqual(["not_found", "resource_missing"]);
  });
});

/** Lets days pass for a job. */
async function age(id: string, days: number): Promise<void> {
  await world.db`
    update agent_jobs set expires_at = expires_at - ${days} * interval '1 day',
      due_at = due_at - ${days} * interval '1 day' where id = ${id}`;
}

describe("ends before funding", () => {
  test("a job is cancelled once, and does not count any more", async () => {
    const vendorAddress = wallet();
    const job = await create({ vendorAddress, amount: 10n * USDC });
    expect(await create({ vendorAddress })).toMatchObject({ status: "pending_approval" });
    expect(await cancel({ id: job.id })).toMatchObject({ status: "cancelled" });
    expect(await create({ vendorAddress })).toMatchObject({ status: "approved" });
    expect(await reasonOf(cancel({ id: job.id }))).toEqual(["session_invalid_state", "job_ended"]);
    expect(await reasonOf(approve(job))).toEqual(["session_invalid_state", "job_ended"]);
  });

  test("a job whose proposal is on its way is not cancelled", async () => {
    const job = await create();
    await world.db`update agent_jobs set proposal = 'signed' where id = ${job.id}`;
    expect(await reasonOf(cancel({ id: job.id }))).toEqual([
      "session_invalid_state",
      "job_proposed",
    ]);
  });

  test("a job that is not funded in time expires, and its merchant is mailed", async () => {
    const [waiting, sent] = [await create({ amount: 20n * USDC }), await create()];
    await world.db`update agent_jobs set proposal = 'mined' where id = ${sent.id}`;
    for (const { id } of [waiting, sent]) await age(id, 11);
    await advanceDueJobs(world.systemContext());
    expect(await getJob(context(), { id: waiting.id })).toMatchObject({ status: "expired" });
    expect(await getJob(context(), { id: sent.id })).toMatchObject({ status: "approved" });
    const mails = await world.db<{ kind: string }[]>`
      select kind from mails where facts->>'jobId' = ${waiting.id} order by kind`;
    expect(mails.map(({ kind }) => kind)).toEqual(["agent_job_approval", "agent_job_expired"]);
  });
});

test("jobs are listed by status and vendor, newest first, and only the merchant's own", async () => {
  const vendorAddress = wallet();
  const first = await create({ vendorAddress });
  const second = await create({ amount: 20n * USDC });
  const ids = async (filter: Parameters<typeof listJobs>[1]) =>
    (await listJobs(context(), filter)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ status: "approved" })).toEqual([first.id]);
  expect(await ids({ vendorAddress })).toEqual([first.id]);
  ({ id: merchantId } = await world.addMerchant());
  expect(await ids({})).toEqual([]);
});

test("a job that is rolled back leaves no trace", async () => {
  const input = order();
  const ctx = context();
  const id = await createJob.prepare(ctx, input);
  const attempt = transaction(world.db, async (tx) => {
    await createJob.run({ ...ctx, db: tx }, input, id);
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  expect(await world.db`select from agent_jobs where id = ${id}`).toHaveLength(0);
  expect(await eventsOf(id)).toEqual([]);
});

import { encodeFunctionResult } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { MAX_CHARGES } from "@/lib/adapters/chain/calls/call-gas";
import { encodeChargeBatch } from "@/lib/adapters/chain/calls/charge-calls";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { zeroAddress } from "@/lib/core/chain/hex";
import { readRenewals } from "@/lib/domain/operations/read-renewals";
import { readOpenWork } from "@/lib/indexer/open-work";
import { type RecordingDb, recordingDb } from "@/testing/explain";
import { faultyRpc } from "@/testing/faulty-rpc";
import {
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { type ClaimedSubscription, claimRenewals, giveBack } from "./claim-renewals";
import { listStuckRenewals } from "./list-stuck-renewals";
import { noticeArrivals } from "./notice-arrivals";
import { planBatches } from "./plan-batches";
import { readPositions } from "./read-positions";
import { renewalCandidate } from "./renewal-call";
import { renewalTask } from "./renewal-task";

/*
 * Statistics are taken while 20,000 subscriptions are stored and nothing is due, and every statement has its plan from that
 * time. Then thousands are due, in their grace period, paused, and being charged.
 */
const STORED = 20_000;
const GROUP = 3_000;
const EXECUTIONS = 7;
const growing = new Set(["subscriptions", "subscription_renewals", "subscription_charges"]);

let world: World;
let recording: RecordingDb;
let one: StoredSubscription;
let headAt: Date;
const wallet = `0x${"77".repeat(20)}` as const;

beforeAll(async () => {
  world = await createWorld({ wrapRpc: (rpc) => faultyRpc(rpc, chargeAnything) });
  recording = recordingDb(world.database.url, { max: 2 });
  const plan = await insertPlan(world);
  const now = new Date();
  const ahead = new Date(now.getTime() + 30 * 86_400_000);
  one = await insertSubscription(world, { planId: plan.id, attemptAt: ahead, nextChargeAt: ahead });
  await world.db`
    insert into subscriptions select (r).* from (
      select jsonb_populate_record(s, jsonb_build_object(
        'id', 'sub_fill_' || n, 'onchain_id', '\\x' || encode(sha256(n::text::bytea), 'hex'),
        'payer', '\\x' || substr(encode(sha256(n::text::bytea), 'hex'), 1, 40)
      )) as r
      from subscriptions s, generate_series(1, ${STORED}::int) n where s.id = ${one.id}
    ) filled`;
  const { chain } = world.deployment();
  const hash = `0x${"11".repeat(32)}`;
  await world.db`
    insert into chain_cursors (chain_id, number, hash, finalized_number, finalized_at, head_number,
      head_at)
    values (${chain.id}, 1, ${hash}, 1, ${now}, 1, ${now})
    on conflict (chain_id) do update set head_at = excluded.head_at`;
  headAt = now;
  await world.db`analyze`;
  for (let time = 0; time < EXECUTIONS; time += 1) {
    for (const question of Object.values(questions)) await question();
  }
  await makeBusy(now);
}, 180_000);
afterAll(async () => {
  await recording.db.end();
  await world.stop();
});

/** The contract knows none of them; this node's does, and would charge each. */
function chargeAnything({ method, params }: { method: string; params: readonly unknown[] }) {
  const [call] = params as [{ data?: string } | undefined];
  if (method !== "eth_call" || !call?.data?.startsWith(chargeBatch)) return undefined;
  const result = [2n ** BigInt(MAX_CHARGES) - 1n];
  const abi = subscriptionManagerAbi;
  return Promise.resolve(encodeFunctionResult({ abi, functionName: "chargeBatch", result }));
}
const chargeBatch = encodeChargeBatch(zeroAddress, []).slice(0, 10);

/** The first thousands are due, the next in their grace period, paused, and being charged. */
async function makeBusy(now: Date): Promise<void> {
  const { db } = world;
  const ids = (from: number) => db`
    select 'sub_fill_' || n from generate_series(${from * GROUP + 1}::int, ${(from + 1) * GROUP}::int) n`;
  const past = new Date(now.getTime() - 3_600_000);
  await db`update subscriptions set attempt_at = ${past} where id in (${ids(0)})`;
  await db`update subscriptions set status = 'past_due' where id in (${ids(1)})`;
  await db`
    update subscriptions set paused_at = ${past}, attempt_at = ${past} where id in (${ids(2)})`;
  await db`
    insert into relay_batches (id, chain_id, wallet, nonce, kind, state, call_to, gas_limit)
    values ('rb_busy', ${world.deployment().chain.id}, ${wallet}, 0, 'charge_batch', 'mined', ${wallet}, 1)`;
  await db`
    insert into subscription_renewals (batch_id, subscription_id, period, number, amount, group_index,
      item_index)
    select 'rb_busy', x.id, 1, 0, 1, row_number() over (), 0 from (${ids(3)}) x(id)`;
}

const carrier = () => {
  const chainId = world.deployment().chain.id;
  const shard = { chainId, wallet, wallets: [wallet], coded: null, peers: [wallet] };
  return { role: "relayer" as const, shard };
};

/** So many of those that are due later, as if they had been claimed. */
async function claimed(most: number): Promise<ClaimedSubscription[]> {
  const rows = await world.db<ClaimedSubscription[]>`
    select s.*, s.attempt_at as due_at
    from generate_series(1, ${most}::int) n join subscriptions s on s.id = 'sub_fill_' || n`;
  if (rows.length !== most) throw new Error("they are stored");
  return rows;
}

async function lock(): Promise<unknown> {
  const rows = await claimed(MAX_CHARGES);
  const renewals = rows.map((row) => {
    return { claimed: row, onchainId: row.onchainId, period: 1n, number: 0n, amount: row.amount };
  });
  const [batch] = planBatches(zeroAddress, renewals);
  if (!batch) throw new Error("there are charges");
  const read = { at: headAt, readAt: performance.now(), known: new Set<string>() };
  const ctx = { ...world.systemContext(), db: recording.db };
  const candidate = renewalCandidate(ctx, { ...batch, ...read, deployment: world.deployment() });
  const call = await candidate.examine(wallet);
  return transaction(recording.db, async (tx) => call?.lock(tx));
}

const questions = {
  waiting: () =>
    recording.db`
      select waiting from (${renewalTask.waiting(recording.db, carrier(), 50)}) task`,
  claim: () =>
    claimRenewals(recording.db, {
      deploymentId: world.deployment().id,
      at: headAt,
      most: 180,
    }),
  watched: () => readOpenWork(recording.db, world.deployment().chain.id),
  arrivals: () =>
    noticeArrivals({ ...world.systemContext(), db: recording.db }, world.deployment().chain, {
      number: 2n,
      timestamp: headAt,
    }),
  positions: async () => {
    const deployment = world.deployment();
    const block = await readLatestBlock(deployment.chain);
    return readPositions(recording.db, deployment, block, await claimed(MAX_CHARGES));
  },
  lock,
  returned: async () => giveBack(recording.db, await claimed(MAX_CHARGES)),
  stuck: () => listStuckRenewals(recording.db),
};

async function buffersOf(work: () => Promise<unknown>): Promise<number> {
  const plans = await recording.during(work);
  expect(plans.length).toBeGreaterThan(0);
  const scans = plans.filter(({ scanned }) => scanned.some((name) => growing.has(name)));
  expect(scans.map(({ text, scanned }) => ({ text, scanned }))).toEqual([]);
  return plans.reduce((sum, { buffers }) => sum + buffers, 0);
}

test("what is due is counted up to a batch, whatever is stored, paused, or being charged", async () => {
  expect(await buffersOf(questions.waiting)).toBeLessThan(500);
});

test("a claim reads and writes what it takes", async () => {
  let claimed: readonly unknown[] = [];
  const buffers = await buffersOf(async () => {
    claimed = await questions.claim();
  });
  expect(claimed).toHaveLength(180);
  expect(buffers).toBeLessThan(180 * 60);
});

test("what is under way is found by its payers", async () => {
  expect(await buffersOf(questions.positions)).toBeLessThan(MAX_CHARGES * 20);
});

test("what is signed is locked without a look at what else is under way", async () => {
  let call: unknown;
  const buffers = await buffersOf(async () => {
    call = await questions.lock();
  });
  expect(call).toMatchObject({ kind: "charge_batch" });
  expect(buffers).toBeLessThan(MAX_CHARGES * 40);
});

test("what is given back is found by its ids", async () => {
  expect(await buffersOf(questions.returned)).toBeLessThan(MAX_CHARGES * 60);
});

test("a chain is watched for payers in grace without looking at each", async () => {
  expect(await buffersOf(questions.watched)).toBeLessThan(100);
});

test("payers in grace are found in pages", async () => {
  const { db, deployment } = world;
  await db`update chain_cursors set arrivals_number = null where chain_id = ${deployment().chain.id}`;
  expect(await buffersOf(questions.arrivals)).toBeLessThan(GROUP * 12);
});

test("refused charges are found without the others", async () => {
  expect(await buffersOf(questions.stuck)).toBeLessThan(20);
  const state = await readRenewals(db());
  expect(state).toMatchObject({ pastDue: GROUP, stuck: 0 });
});

const db = () => recording.db;

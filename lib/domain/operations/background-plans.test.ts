import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screenBeforeSigning } from "@/lib/domain/compliance/screen-before-signing";
import { claimMails } from "@/lib/domain/mails/claim-mails";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import { listUnsentMails } from "@/lib/domain/mails/list-mails";
import { recordMailOutcome } from "@/lib/domain/mails/record-mail-outcome";
import { releaseHeld } from "@/lib/domain/payments/intake/release-held";
import { decideSubmissions } from "@/lib/domain/payments/outcomes/decide-submissions";
import { endExpired } from "@/lib/domain/payments/outcomes/end-expired";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { findFinalSettlements } from "@/lib/domain/payments/settlements/find-final-settlements";
import { releaseHeldSettlements } from "@/lib/domain/payments/settlements/release-held-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { type Finality, readFinality } from "@/lib/domain/wallets/finality";
import { consumeFinal } from "@/lib/domain/wallets/nonces/consume-slots";
import { findOpenSlots } from "@/lib/domain/wallets/nonces/find-open-slots";
import { claimSubmissions, unclaimSubmissions } from "@/lib/domain/wallets/queue/claim-submissions";
import { type Shard, shardOf } from "@/lib/domain/wallets/queue/shard";
import { readPendingWork } from "@/lib/domain/wallets/read-pending-work";
import { claimDispatches } from "@/lib/domain/webhooks/deliveries/claim-dispatches";
import { discardDispatches } from "@/lib/domain/webhooks/deliveries/discard-dispatches";
import { recordOutcome } from "@/lib/domain/webhooks/deliveries/record-outcome";
import { feedReplays } from "@/lib/domain/webhooks/replays/feed-replays";
import { readOpenWork } from "@/lib/indexer/open-work";
import { fillOpen, fillStored } from "@/testing/busy-database";
import { type Site, siteOf } from "@/testing/busy-payment-rows";
import { type ExecutedPlan, type RecordingDb, recordingDb } from "@/testing/explain";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submit,
} from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { reconcile } from "./reconcile";

/*
 * Statistics are taken once 200,000 payments are stored and nothing is open, and every statement has its
 * plan from that time. Then 3,000 payments are open.
 */
const STORED = 200_000;
const OPEN = 3_000;
/** Tables that grow with payments or with what is open. */
const growing = new Set([
  "chain_blocks",
  "chain_events",
  "compliance_screenings",
  "customers",
  "events",
  "gas_budgets",
  "mails",
  "outbox",
  "payment_sessions",
  "relay_attempts",
  "relay_batch_items",
  "relay_batches",
  "relay_open_submissions",
  "relay_submissions",
  "transactions",
  "webhook_deliveries",
  "webhook_dispatches",
  "webhook_replay_items",
  "webhook_replays",
]);
/** Postgres keeps a generic plan from the sixth execution on. */
const EXECUTIONS = 7;
/** Buffers by which two executions of a statement differ: splits of pages, and where rows happen to be. */
const ALLOWANCE = 200;
const stranger = `0x${"77".repeat(20)}` as const;
const batch = 50;

let world: World;
let recording: RecordingDb;
let site: Site;
let ctx: Context<SystemActor>;
let shard: Shard;
let finality: Finality;
/** What a payment's statements read while nothing else was open. */
let atRest: ExecutedPlan[];

beforeAll(async () => {
  world = await createWorld();
  // One connection for statements and one for transactions, so that each has seen them all.
  recording = recordingDb(world.database.url, { max: 2 });
  ctx = { ...world.systemContext(), db: recording.db };
  site = { ...siteOf(world), wallets: [stranger] };
  shard = shardOf(site.chainId, stranger, [stranger, ...siteOf(world).wallets]);
  await pay();
  const final = await readFinality(world.db, site.chainId);
  if (!final) throw new Error("a payment was final");
  finality = final;
  await fillStored(world.db, site, STORED);
  for (let time = 0; time < EXECUTIONS; time += 1) {
    for (const { run } of questions) await run();
    await pay();
  }
  atRest = await recording.during(pay);
  await numberEvents(ctx);
  await fillOpen(world.db, site, OPEN);
}, 180_000);
afterAll(async () => {
  await recording.db.end();
  await world.stop();
});

const lease = () => ({ chainId: site.chainId, wallet: stranger, owner: "test", fence: 0n });

/** What is asked again and again, whether there is anything to do or not. */
const questions: readonly { name: string; most: number; run: () => Promise<unknown> }[] = [
  {
    name: "the relay's pending work",
    most: 60,
    run: () => readPendingWork(ctx, { role: "relayer", shard }, batch),
  },
  {
    name: "a claim that finds nothing due",
    most: 60,
    run: () => claimSubmissions(ctx.db, shard, batch),
  },
  {
    name: "what is in doubt",
    most: 40,
    run: () => decideSubmissions(ctx.db, world.chains, world.deployment().chain, finality),
  },
  {
    name: "what has expired",
    most: 40,
    run: () => endExpired(ctx, world.deployment().chain, finality),
  },
  { name: "what is held", most: 40, run: () => releaseHeld(ctx, site.chainId) },
  { name: "a wallet's slots", most: 700, run: () => findOpenSlots(ctx, lease(), 32) },
  {
    name: "slots that are final",
    most: 60,
    run: () => consumeFinal(ctx, world.deployment().chain, lease(), finality),
  },
  {
    name: "settlements that are final",
    most: 40,
    run: () => findFinalSettlements(ctx.db, { chainId: site.chainId, through: 0n, limit: 1_000 }),
  },
  {
    name: "settlements that are held up",
    most: 60,
    run: () => releaseHeldSettlements(ctx, { chainId: site.chainId }),
  },
  { name: "what a chain is watched for", most: 60, run: () => readOpenWork(ctx.db, site.chainId) },
  { name: "sessions whose time is up", most: 40, run: () => expireDueSessions(ctx) },
  { name: "wake-ups to publish", most: 200, run: () => publishOutbox(ctx, async () => {}) },
  { name: "events to number", most: 30, run: () => numberEvents(ctx) },
  { name: "replays to feed", most: 10, run: () => feedReplays(ctx.db) },
  {
    name: "mails to send",
    most: 30,
    run: () => drainMails(ctx, { until: new Date(Date.now() + 1_000) }),
  },
  { name: "mails that were not sent", most: 400, run: () => listUnsentMails(ctx.db) },
  { name: "webhooks of disabled endpoints", most: 60, run: () => discardDispatches(ctx.db) },
];

/** A payment from its session to its confirmation, as the verbs of both processes do it. */
async function pay(): Promise<void> {
  const watched = { ...world, systemContext: () => ctx };
  const session = await openSession(world);
  const request = await signRequest(world, await newPayer(world), session);
  await submit({ ...world.merchantContext(), db: recording.db }, request);
  await drain(ctx);
  await world.chain.mine();
  await index(watched);
  await drain(ctx);
  await makeFinal(watched);
  await drain(ctx);
}

/** The most buffers of each statement. */
function dearest(plans: readonly ExecutedPlan[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const { text, buffers } of plans) most.set(text, Math.max(buffers, most.get(text) ?? 0));
  return most;
}

const sumOf = (buffers: ReadonlyMap<string, number>) =>
  [...buffers.values()].reduce((sum, each) => sum + each, 0);

const buffersOf = (plans: readonly ExecutedPlan[]) =>
  plans.reduce((sum, { buffers }) => sum + buffers, 0);

function expectNoScan(plans: readonly ExecutedPlan[]): void {
  const scans = plans.filter(({ scanned }) => scanned.some((name) => growing.has(name)));
  expect(scans.map(({ text, scanned }) => ({ text, scanned }))).toEqual([]);
}

async function expectBuffers(work: () => Promise<unknown>, most: number): Promise<void> {
  const plans = await recording.during(work);
  expect(plans.length).toBeGreaterThan(0);
  expectNoScan(plans);
  const worst = plans.toSorted((one, other) => other.buffers - one.buffers)[0]?.text;
  expect(buffersOf(plans), worst).toBeLessThan(most);
}

describe("while nothing is due, however much is open and stored", () => {
  test.each(questions)("$name", async ({ run, most }) => {
    await expectBuffers(run, most);
  });

  test("overdue work", async () => {
    await expectBuffers(() => reconcile(ctx), 400);
  });
});

test("a payment reads what it reads while nothing else is open", async () => {
  const before = dearest(atRest);
  const payments: ExecutedPlan[][] = [];
  // A page that is split now and then is read by one payment and not by the next.
  for (let time = 0; time < 3; time += 1) payments.push(await recording.during(pay));
  expectNoScan(payments.flat());
  const dear = payments.map(
    (plans) =>
      new Map(
        [...dearest(plans)].filter(([text, read]) => read > (before.get(text) ?? 0) + ALLOWANCE),
      ),
  );
  const always = [...(dear[0] ?? [])].filter(([text]) => dear.every((each) => each.has(text)));
  expect(always).toEqual([]);
  // Each statement once: how often a drain looks around depends on how long things take.
  const least = Math.min(...payments.map((plans) => sumOf(dearest(plans))));
  expect(least).toBeLessThan(1.3 * sumOf(before));
  // An index that is only a constraint holds all that is open.
  expect(payments.flat().flatMap(({ indexes }) => indexes)).not.toContain("relay_batch_items_open");
});

describe("of what is due it reads what it takes", () => {
  const setDue = (state: string) => world.db`
    update relay_submissions set next_check_at = now() - interval '1 second' where state = ${state}`;

  test("a claim, as often as it comes, and the screening of what it took", async () => {
    await setDue("queued");
    for (let time = 0; time < 3; time += 1) {
      let rows: Awaited<ReturnType<typeof claimSubmissions>> = [];
      await expectBuffers(async () => {
        rows = await claimSubmissions(ctx.db, shard, batch);
      }, 66 * batch);
      expect(rows).toHaveLength(batch);
      await expectBuffers(
        () => screenBeforeSigning(ctx, world.deployment(), "relay", rows),
        66 * batch,
      );
      await unclaimSubmissions(ctx.db, shard);
    }
    await expectBuffers(() => readPendingWork(ctx, { role: "relayer", shard }, batch), 100);
  });

  test("items that became doubtful", async () => {
    await world.db`
      update relay_submissions set failure_code = 'reverted'
      where id in (select id from relay_submissions where state = 'broadcast' limit 20)`;
    const decide = () =>
      decideSubmissions(ctx.db, world.chains, world.deployment().chain, finality);
    await expectBuffers(decide, 80 * 20);
    // They have been looked at.
    await expectBuffers(decide, 100);
  });

  test("webhooks, of fifty endpoints at once", async () => {
    let taken: Awaited<ReturnType<typeof claimDispatches>> = [];
    await expectBuffers(async () => {
      taken = await claimDispatches(recording.db, batch);
    }, 4_100);
    expect(taken).toHaveLength(batch);
    const [first, second] = taken;
    if (!first || !second) throw new Error("they were counted");
    const reply = {
      status: 200,
      body: "",
      durationMs: 5,
      failure: null,
      retryAfter: null,
      etag: null,
    };
    await expectBuffers(() => recordOutcome(ctx.db, first, reply), 150);
    const refused = { ...reply, status: 500 };
    await expectBuffers(() => recordOutcome(ctx.db, second, refused), 300);
  });

  test("mails", async () => {
    await world.db`
      update mails set next_attempt_at = now() - interval '1 second' where id in (
        select id from mails where state = 'queued' limit 100
      )`;
    let taken: Awaited<ReturnType<typeof claimMails>> = [];
    await expectBuffers(async () => {
      taken = await claimMails(recording.db, { room: 8, domain: "example.com" });
    }, 8 * 60);
    expect(taken).toHaveLength(8);
    const [mail] = taken;
    if (!mail) throw new Error("they were counted");
    const outcome = { kind: "accepted", failure: null, response: "250 OK" } as const;
    await expectBuffers(() => recordMailOutcome(ctx, mail, outcome), 60);
  });

  test("events that are sent once more", async () => {
    await world.db`
      insert into webhook_replays (id, merchant_id, mode, endpoint_id, from_position, to_position,
        next_position, total)
      select 'wr_running', merchant_id, mode, id, 1, ${STORED}, 1, 250
      from webhook_endpoints where id = 'we_1'`;
    for (let time = 0; time < 2; time += 1) {
      await expectBuffers(() => feedReplays(ctx.db), 32 * 80);
      await world.db`
        update webhook_dispatches set state = 'succeeded'
        where id in (select dispatch_id from webhook_replay_items)`;
    }
    const [replay] = await world.db`
      select succeeded from webhook_replays where id = 'wr_running'`;
    expect(replay).toEqual({ succeeded: 32 });
  });

  test("authorizations that ran out", async () => {
    await expectBuffers(
      () =>
        endExpired(ctx, world.deployment().chain, {
          ...finality,
          at: new Date(Date.now() + 7_200_000),
        }),
      100 * 500,
    );
  });
});

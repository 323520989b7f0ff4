import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createDb } from "@/db/client";
import { poolState } from "@/db/pool-state";
import { openProbeDb } from "@/db/probe-db";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { addressOf } from "@/lib/adapters/chain/chains";
import { httpRpc, nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import { checkScreeningLists } from "@/lib/adapters/screening/check-screening-lists";
import { lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { jobPeriodSeconds } from "@/lib/core/operations/job-periods";
import type { RefundObstacle } from "@/lib/core/refund-authorization-states";
import { findPartitionDays, partitionName } from "@/lib/domain/operations/request-log/partitions";
import { preparePartitions } from "@/lib/domain/operations/request-log/prepare-partitions";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { scanChain } from "@/lib/indexer/scan-chain";
import { until } from "@/testing/engine-fixture";
import { startHttpNode } from "@/testing/http-node";
import { type ProbedWorld, probe, through } from "@/testing/probed";
import { drain, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { openShop } from "@/testing/shops";
import { insertSignedRefund } from "@/testing/signed-refunds";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { insertSubscription } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { checkWebhooks } from "./checks/check-merchants";
import { noteJobRun } from "./note-job-run";
import { readinessOf } from "./readiness";
import { viewReadiness } from "./view-readiness";

const LONG_AGO = -10_000_000;
const SECRET = "0a1b2c3d4e5f";

let world: World;
let probed: ProbedWorld;
let proxy: StallingProxy;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  probed = probe(world);
  for (const mode of modes) await allowKeepers(world, mode);
  proxy = await startStallingProxy(world.database.url);
});
afterAll(async () => {
  await probed?.end();
  await proxy?.close();
  await world?.stop();
});

/** Reads the chain as the indexer does, up to where it is now. */
async function follow(): Promise<void> {
  const [chain] = world.chains.all;
  if (!chain) throw new Error("the world has a chain");
  await scanChain(world.systemContext(), chain, new Date(Date.now() + 10_000));
}

beforeEach(follow);
afterEach(async () => {
  const { db } = world;
  await db`truncate subscription_renewals, keeper_wallets, job_runs, outbox, operator_calls, payer_permits, wallet_creations, agent_job_releases, agent_jobs, refund_authorizations, relay_batch_items, relay_attempts, relay_batches,
    compliance_screenings, relay_submissions, webhook_dispatches, webhook_deliveries`;
  await db`update chain_cursors set halted_reason = null`;
});

test("all is well when all is well", async () => {
  const readiness = await probed.look();
  const isWell = ([, { status }]: [string, { status: string }]) => status === "ok";
  expect(Object.entries(readiness.checks).filter((check) => !isWell(check))).toEqual([]);
  expect(readiness).toMatchObject({ working: true, blocked: { test: [], live: [] } });
  expect(viewReadiness(readiness, "live")).toMatchObject({
    working: true,
    output: { status: "ok", modes: { test: { settles: true }, live: { settles: true } } },
  });
});

test("closings and broadcasts that do not end are told of", async () => {
  const { db, merchant } = world;
  const found = async () => {
    const { closings, broadcasts } = (await probed.look()).checks;
    return [closings?.status, closings?.detail, broadcasts?.status, broadcasts?.detail];
  };
  const adminId = newId("adminUser");
  await db`insert into admin_users ${db({ id: adminId, email: "ada@example.com", role: "admin" })}`;
  await db`insert into merchant_closings ${db({ merchantId: merchant.id })}`;
  await db`insert into broadcasts ${db({ id: newId("broadcast"), title: "Maintenance", body: "Sunday", audience: "all", createdBy: adminId })}`;
  expect(await found()).toEqual(["ok", null, "ok", null]);
  await db`update merchant_closings set closed_at = clock_now() - interval '3 days'`;
  await db`update broadcasts set created_at = clock_now() - interval '11 minutes'`;
  expect(await found()).toEqual([
    ...["warn", "closed merchants with something open: 1, for 3 days"],
    ...["warn", "broadcasts not handed out: 1, the oldest for 11 min"],
  ]);
  await db`update merchant_closings set finished_at = clock_now()`;
  await db`update broadcasts set sent_at = clock_now()`;
  expect(await found()).toEqual(["ok", null, "ok", null]);
});

test("events without a position are told of after a minute", async () => {
  const { db, merchant } = world;
  await db`insert into events ${db({
    id: newId("event"),
    merchantId: merchant.id,
    mode: "live",
    type: "payment.created",
    resourceId: newId("paymentSession"),
    sequence: 1,
    object: db.json({}),
    createdAt: new Date(Date.now() - 300_000),
  })}`;
  expect((await probed.look()).checks.events).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(/^events without a position: \d+, the oldest for 5 min$/),
  });
  await numberEvents({ db });
  expect((await probed.look()).checks.events).toMatchObject({ status: "ok", detail: null });
});

test("each check is in the operator's table of symptoms", async () => {
  const docs = readFileSync("docs/operations/symptoms.md", "utf8");
  const { checks } = await probed.look();
  const missing = Object.keys(checks).filter(
    (name) => !docs.includes(`| \`/ready\` \`${name}\`: `),
  );
  expect(missing).toEqual([]);
});

test("a mode without a processor is told of and cannot settle; what is being read is told, too", async () => {
  const deployments = world.chains.deployments.map((deployment) =>
    deployment.mode === "live"
      ? { ...deployment, contracts: { registry: deployment.contracts.registry } }
      : deployment,
  );
  const chains = async () => ({ ...world.chains, deployments });
  const { checks, blocked } = await probed.look({ chains });
  expect(checks.contracts).toEqual(
    expect.objectContaining({ status: "warn", detail: "live mode has no processor contract" }),
  );
  expect(blocked).toEqual({ test: [], live: ["the processor is not deployed"] });
  const withoutRefunds = world.chains.deployments.map((deployment) => {
    const { refunds: _, ...contracts } = deployment.contracts;
    return deployment.mode === "live" ? { ...deployment, contracts } : deployment;
  });
  const older = await probed.look({
    chains: async () => ({ ...world.chains, deployments: withoutRefunds }),
  });
  expect(older.checks.contracts).toEqual(
    expect.objectContaining({ status: "ok", detail: "live mode has no refunds contract" }),
  );
  expect(older.blocked).toEqual({ test: [], live: [] });
  const { db } = world;
  await db`
    update deployment_contracts set joined_at = null, backfilled_number = 1
    where kind = 'registry'`;
  const reading = await probed.look();
  expect(reading.checks.contracts?.status).toBe("ok");
  expect(reading.checks.contracts?.detail).toMatch(/^the registry 0x\w+ of chain 31337 is read/);
  await db`
    update deployment_contracts set joined_at = now(), backfilled_number = null
    where kind = 'registry'`;
});

test("a contract that a token's issuer has blocked is told of, once for all deployments that share it", async () => {
  const { deployer } = world.chain;
  const address = addressOf(world.deployment(), "processor");
  const { usdc } = world.deployment();
  const set = (functionName: "blacklist" | "unBlacklist") =>
    world.send(deployer, {
      to: usdc,
      data: encodeFunctionData({ abi: localFiatTokenAbi, functionName, args: [address] }),
    });
  expect((await probed.look()).checks.tokens).toMatchObject({ status: "ok", detail: null });
  await set("blacklist");
  const detail = `the issuer of USDC has blocked the processor ${address} of chain 31337`;
  expect((await probed.look()).checks.tokens).toMatchObject({
    status: "warn",
    detail,
    alerts: [{ kind: "core_blocked" }],
  });
  await set("unBlacklist");
  expect((await probed.look()).checks.tokens).toMatchObject({ status: "ok", detail: null });
});

test("those who ask at once share one look, and so do those who ask within a second", async () => {
  const readiness = readinessOf(probed.sources());
  const looks = await Promise.all(Array.from({ length: 1_000 }, readiness));
  expect(new Set(looks).size).toBe(1);
});

describe("the database", () => {
  test("hangs: every check still ends, and says so", async () => {
    const pool = createDb(proxy.url, { max: 2 });
    await pool`select 1`;
    const change = { pools: { request: pool, job: pool }, probeDb: openProbeDb(proxy.url) };
    const readiness = readinessOf(probed.sources(change));
    proxy.stall();
    try {
      const found = await Promise.race([readiness(), sleep(15_000)]);
      expect(found).toMatchObject({
        working: false,
        checks: {
          database: { status: "fail", detail: expect.stringMatching(/^no answer within \d+ ms$/) },
          queue: { status: "warn", detail: "not known while the database does not answer" },
          rpc: { status: "ok" },
        },
        blocked: { live: ["the database does not answer"] },
      });
    } finally {
      proxy.resume();
    }
    await until(async () => (await readiness()).working);
    await pool.end();
  });

  test("is found again by new connections when the old ones are dead", async () => {
    const probeDb = openProbeDb(proxy.url);
    const readiness = readinessOf(probed.sources({ probeDb }));
    expect(await readiness()).toMatchObject({ working: true });
    proxy.abandonOpen();
    await until(async () => !(await readiness()).working);
    await until(async () => (await readiness()).working);
  });

  test("refuses connections", async () => {
    const url = new URL(world.database.url);
    url.port = "1";
    const readiness = await probed.look({ probeDb: openProbeDb(url.href) });
    expect(readiness).toMatchObject({
      working: false,
      checks: {
        database: {
          status: "fail",
          detail: "it refuses connections",
        },
      },
    });
  });

  test("takes no writes: nothing settles, and why is told", async () => {
    const url = new URL(world.database.url);
    const name = url.pathname.slice(1);
    const admin = createDb(world.database.url, { max: 1 });
    await admin.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
    const found = await probed.look();
    await admin.unsafe(`alter database "${name}" reset default_transaction_read_only`);
    expect(found).toMatchObject({
      checks: { database: { status: "ok" }, writes: { status: "fail", detail: "it is read-only" } },
      blocked: {
        test: ["the database takes no writes: it is read-only"],
        live: ["the database takes no writes: it is read-only"],
      },
    });
    expect(viewReadiness(found, "live")).toMatchObject({ working: false });
    expect((await probed.look()).checks.writes).toMatchObject({ status: "ok" });
    await admin.end();
  });

  test("is being dumped: it takes writes all the same", async () => {
    const backup = createDb(world.database.url, { max: 1 });
    const found = await backup.begin(async (tx) => {
      await tx`lock table write_probe in access share mode`;
      return probed.look();
    });
    expect(found).toMatchObject({
      checks: { writes: { status: "warn" } },
      blocked: { live: [] },
    });
    await backup.end();
  });

  test("has a full disk", async ({ skip }) => {
    const [row] = await world.db<
      { uid: string }[]
    >`select pg_read_file('/proc/self/status') as uid`;
    const uid = Number(/^Uid:\t(\d+)/m.exec(row?.uid ?? "")?.[1]);
    const folder = mkdtempSync(join(tmpdir(), "stipend-disk-"));
    const mounted = spawnSync("mount", [
      "-t",
      "tmpfs",
      "-o",
      `size=1m,uid=${uid},mode=700`,
      "tmpfs",
      folder,
    ]);
    skip(mounted.status !== 0, "needs to be allowed to mount a small disk");
    const space = `small_${process.pid}`;
    try {
      await world.db.unsafe(`create tablespace ${space} location '${folder}'`);
      await world.db.unsafe(`alter table write_probe set tablespace ${space}`);
      expect((await probed.look()).checks.writes).toMatchObject({ status: "ok" });
      // Ends where there is no more room.
      spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "other-data")}`, "bs=4k"]);
      const found = await probed.look();
      rmSync(join(folder, "other-data"));
      expect(found).toMatchObject({
        checks: { writes: { status: "fail", detail: "its disk is full" } },
        blocked: { live: ["the database takes no writes: its disk is full"] },
      });
      expect((await probed.look()).checks.writes).toMatchObject({ status: "ok" });
    } finally {
      await world.db.unsafe("alter table write_probe set tablespace pg_default");
      await world.db.unsafe(`drop tablespace if exists ${space}`);
      spawnSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    }
  });

  test("has no connection left for another process", async () => {
    const probeDb = openProbeDb(world.database.url);
    await probeDb.sql`select 1`;
    const admin = createDb(world.database.url, { max: 1 });
    const role = `limited_${process.pid}`;
    await admin.unsafe(`create role "${role}" login password 'x' connection limit 0`);
    const url = new URL(world.database.url);
    Object.assign(url, { username: role, password: "x" });
    const limited = openProbeDb(url.href);
    const found = await probed.look({ probeDb: { ...probeDb, write: limited.write } });
    expect(found.checks.writes).toMatchObject({
      status: "fail",
      detail: "it has no connection left",
    });
    await limited.end();
    await admin.unsafe(`drop role "${role}"`);
    await admin.end();
  });

  test("is there, and a pool has no connection left for statements", async () => {
    const pool = createDb(world.database.url, { max: 2 });
    const busy = pool`select pg_sleep(20)`.catch(() => {});
    await until(() => poolState(pool).inUse === 1);
    const readiness = await probed.look({ pools: { request: pool, job: world.db } });
    expect(readiness).toMatchObject({
      working: true,
      checks: {
        database: { status: "ok" },
        pool: {
          status: "warn",
          detail: expect.stringMatching(/^the request pool gives no answer within \d+ ms: /),
        },
      },
    });
    await pool.end({ timeout: 0 });
    await busy;
  });

  test("is there, and a pool has no connection left for transactions", async () => {
    const pool = createDb(world.database.url, { max: 2 });
    let release = () => {};
    const held = pool.begin(async (tx) => {
      await tx`select 1`;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await until(() => poolState(pool).inUse === 1);
    const waiting = pool.begin((tx) => tx`select 1`);
    await until(() => poolState(pool).oldestWaitMs > 500);
    const readiness = await probed.look({ pools: { request: world.db, job: pool } });
    release();
    await Promise.all([held, waiting]);
    expect(readiness.checks.pool).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(
        /^the job pool is exhausted: \d of 2 connections in use, \d wait, the first for \d+ s$/,
      ),
    });
    await pool.end();
  });

  test("lacks a migration", async () => {
    const [row] = await world.db<{ id: number; hash: string; createdAt: bigint }[]>`
      delete from drizzle.__drizzle_migrations
      where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
    const readiness = await probed.look();
    await world.db`
      insert into drizzle.__drizzle_migrations ${world.db({ ...row, createdAt: String(row?.createdAt) })}`;
    expect(readiness).toMatchObject({
      working: false,
      checks: { migrations: { status: "fail", detail: "pending migrations: 1" } },
    });
  });

  test("has a table that is locked: that check alone does not know", async () => {
    const { db } = world;
    let release = () => {};
    const held = db.begin(async (tx) => {
      await tx`lock table outbox in access exclusive mode`;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await until(async () => {
      const [row] = await db<{ locks: number }[]>`
        select count(*)::int as locks from pg_locks l join pg_class c on c.oid = l.relation
        where c.relname = 'outbox' and l.mode = 'AccessExclusiveLock' and l.granted`;
      return (row?.locks ?? 0) > 0;
    });
    const readiness = await probed.look();
    release();
    await held;
    expect(readiness.checks.queue).toMatchObject({
      status: "warn",
      detail: "what is read is locked",
    });
    expect(readiness).toMatchObject({ working: true, checks: { database: { status: "ok" } } });
  });
});

describe("jobs", () => {
  const runs = async (secondsAgo: number) => {
    for (const job of Object.keys(jobPeriodSeconds)) {
      await world.db`
        insert into job_runs (job, finished_at)
        values (${job}, now() - ${secondsAgo} * interval '1 second')
        on conflict (job) do update set finished_at = excluded.finished_at`;
    }
  };

  test("that have not run since the process began are told of, each by its own period", async () => {
    await runs(1);
    await world.db`delete from job_runs where job = 'drain-relay'`;
    await world.db`
      update job_runs set finished_at = now() - interval '10 minutes'
      where job in ('drain-webhooks', 'reseal-secrets')`;
    const readiness = await probed.look({ startedAt: LONG_AGO });
    expect(readiness.checks.jobs).toMatchObject({
      status: "warn",
      detail: "drain-relay has never run; drain-webhooks last ran 10 min ago",
    });
    expect(readiness.blocked).toEqual({
      test: ["drain-relay does not run"],
      live: ["drain-relay does not run"],
    });
  });

  test("have time to run when the process has just begun", async () => {
    await runs(86_400);
    expect(await probed.look()).toMatchObject({ checks: { jobs: { status: "ok" } } });
  });

  test("are run by nobody when the heartbeat has not run for 15 seconds, unless it was not sent for so long", async () => {
    await runs(1);
    await world.db`
      update job_runs set finished_at = now() - interval '16 seconds' where job = 'heartbeat'`;
    const beating = (seconds: number) => ({ beatingSince: performance.now() - seconds * 1_000 });
    expect((await probed.look({ engine: beating(14) })).checks.jobs).toMatchObject({
      status: "ok",
    });
    const { checks, blocked } = await probed.look({ engine: { ...beating(60), refusal: "why" } });
    expect(checks.jobs).toMatchObject({
      status: "fail",
      detail: "the job engine takes no events (why): restart the process, its log says why",
    });
    expect(blocked).toEqual({
      test: ["the job engine runs nothing"],
      live: ["the job engine runs nothing"],
    });
  });

  test("that finish are noted", async () => {
    await runs(86_400);
    const ctx = { ...world.systemContext(), db: createDb(world.database.url, { max: 2 }) };
    for (const job of Object.keys(jobPeriodSeconds) as (keyof typeof jobPeriodSeconds)[]) {
      await noteJobRun(ctx, job);
    }
    await ctx.db.end();
    const readiness = await probed.look({ startedAt: LONG_AGO });
    expect(readiness.checks.jobs).toMatchObject({ status: "ok" });
  });
});

test("a request log without a partition for tomorrow, and requests left out of it, are told of", async () => {
  const requestLog = { droppedAt: () => performance.now() - 120_000 };
  expect((await probed.look({ requestLog })).checks.requestLog).toMatchObject({
    status: "warn",
    detail: "requests were left out of the request log 2 min ago",
  });
  const longAgo = { droppedAt: () => performance.now() - 700_000 };
  expect((await probed.look({ requestLog: longAgo })).checks.requestLog?.status).toBe("ok");
  const { db } = world;
  for (const day of (await findPartitionDays(db)).slice(-3)) {
    await db`drop table ${db(partitionName(day))}`;
  }
  expect((await probed.look()).checks.requestLog).toMatchObject({
    status: "warn",
    detail: "the request log has no partition for tomorrow",
  });
  await preparePartitions(world.systemContext());
  expect((await probed.look()).checks.requestLog?.status).toBe("ok");
});

test("wake-ups that nobody sends are told of", async () => {
  await world.db`
    insert into outbox (name, data, created_at) values ('relay', '{}', now() - interval '5 minutes')`;
  expect((await probed.look()).checks.queue).toMatchObject({
    status: "warn",
    detail: "wake-ups not sent: 1, the oldest for 5 min",
  });
});

test("pictures that are not fetched are told of after ten minutes", async () => {
  const { db } = world;
  await db`
    insert into image_references (merchant_id, purpose, source_url, status, attempt_at)
    select id, 'logo', 'https://example.com/logo.png', 'pending', now() - interval '9 minutes'
    from merchants limit 1`;
  expect((await probed.look()).checks.images).toMatchObject({ status: "ok", detail: null });
  await db`update image_references set attempt_at = now() - interval '11 minutes'`;
  expect((await probed.look()).checks.images).toMatchObject({
    status: "warn",
    detail: "pictures not fetched: 1 new, the first due for 11 min",
  });
});

test("pieces that stay reserved for a session that is over are told of", async () => {
  const { db } = world;
  const shop = await openShop(world);
  const { id } = await shop.sell({ stock: 1 });
  const { sessionId } = await shop.buy(id);
  expect((await probed.look()).checks.reservations).toMatchObject({ status: "ok", detail: null });
  await db`
    update payment_sessions set status = 'cancelled', closed_at = now() - interval '20 minutes'
    where id = ${sessionId}`;
  expect((await probed.look()).checks.reservations).toMatchObject({
    status: "warn",
    detail: "pieces reserved for sessions that are over: 1 orders, the oldest for 20 min",
  });
  await db`update payment_sessions set release_at = now() where id = ${sessionId}`;
  expect((await probed.look()).checks.reservations).toMatchObject({ status: "ok" });
});

describe("nodes", () => {
  /** A node that takes calls and gives `answer`, or none. */
  async function startNode(answer?: (body: string) => string): Promise<Server> {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (answer) response.end(answer(body));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
  const urlOf = (server: Server) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/${SECRET}?key=${SECRET}`;
  const stop = (server: Server) => {
    server.closeAllConnections();
    server.close();
  };

  test("one of two hangs: it is named without the secrets of its URL, and payments go on", async () => {
    const silent = await startNode();
    const chains = through(world.chains, httpRpc([urlOf(silent), world.chain.rpcUrl]));
    const found = await Promise.race([probed.look({ chains: async () => chains }), sleep(15_000)]);
    stop(silent);
    expect(found).toMatchObject({
      checks: {
        rpc: {
          status: "warn",
          detail: expect.stringMatching(
            /^node 1 \(127\.0\.0\.1:\d+\) of chain 31337 gives no answer within/,
          ),
        },
        renewals: { status: "ok" },
        relayer: { status: "ok" },
        indexer: { status: "ok" },
      },
      blocked: { test: [], live: [] },
    });
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  test("one of two refuses a method, as on a plan without it: it is named, and payments go on", async () => {
    const node = await startHttpNode();
    const { rpcUrl } = world.chain;
    node.answer = (body, response) => {
      const refuses = (Array.isArray(body) ? body : [body]).some(
        (call) => call.method === "eth_gasPrice",
      );
      const error = { code: -32601, message: `not on your plan: ${SECRET}` };
      if (refuses) return void response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
      void fetch(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    };
    const rpc = httpRpc([node.url, rpcUrl]);
    await rpc.request({ method: "eth_gasPrice" });
    const found = await probed.look({ chains: async () => through(world.chains, rpc) });
    await node.stop();
    expect(found).toMatchObject({
      checks: {
        rpc: {
          status: "warn",
          detail: expect.stringMatching(
            /^node 1 \(127\.0\.0\.1:\d+\) of chain 31337 refuses eth_gasPrice \(-32601\)/,
          ),
        },
      },
      blocked: { test: [], live: [] },
    });
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  test("all fail: nothing settles", async () => {
    const broken = await startNode(() => `<html>no such project ${SECRET}</html>`);
    const chains = through(world.chains, httpRpc([urlOf(broken)]));
    const found = await probed.look({ chains: async () => chains });
    stop(broken);
    expect(found).toMatchObject({
      working: true,
      checks: { rpc: { status: "warn" }, relayer: { status: "warn" }, indexer: { status: "warn" } },
      blocked: { live: ["none of the chain's nodes answers"] },
    });
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(viewReadiness(found)).toMatchObject({ working: true, output: { status: "degraded" } });
    expect(viewReadiness(found, "live")).toMatchObject({
      working: false,
      output: { status: "fail", modes: { live: { settles: false } } },
    });
  });

  test("one that lacks what is needed is told of", async () => {
    const rpc = httpRpc([world.chain.rpcUrl]);
    const [node] = nodesOf(rpc);
    if (!node) throw new Error("one URL is one node");
    const able = { stateBlocks: 120, stateByHash: true, safeTag: true, finalizedTag: true };
    node.abilities = { ...able, logBlocks: 0, blockReceipts: true, batches: false };
    const found = await probed.look({ chains: async () => through(world.chains, rpc) });
    expect(found.checks.rpc).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(/^node 1 \(.*\) of chain 31337 gives no logs/),
    });
  });

  test("one of another chain is not taken for one of ours", async () => {
    const other = await startNode((body) => {
      const calls = JSON.parse(body) as { id: number; method: string }[];
      return JSON.stringify(
        calls.map(({ id, method }) => ({
          id,
          result:
            method === "eth_chainId"
              ? "0x1"
              : { number: "0xffff", hash: `0x${"1".repeat(64)}`, timestamp: "0x1" },
        })),
      );
    });
    const chains = through(world.chains, httpRpc([urlOf(other), world.chain.rpcUrl]));
    const found = await probed.look({ chains: async () => chains });
    stop(other);
    expect(found.checks.rpc).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("is of chain 1, not 31337"),
    });
    expect(found.checks.indexer).toMatchObject({ status: "ok" });
  });
});

describe("the indexer", () => {
  test("is behind the node's head, whatever head it saw last", async () => {
    await world.chain.mine(200);
    const readiness = await probed.look();
    expect(readiness.checks.indexer).toMatchObject({
      status: "warn",
      detail: "chain 31337 is read up to 200 blocks behind its node",
      alerts: [{ kind: "indexer_behind" }],
    });
  });

  test("is halted: nothing settles, and the service goes on", async () => {
    await world.db`update chain_cursors set halted_reason = 'Finalised block 7 was lost.'`;
    const readiness = await probed.look();
    expect(readiness.checks.indexer).toMatchObject({
      status: "fail",
      detail: "chain 31337 is halted: Finalised block 7 was lost.",
      alerts: [{ kind: "indexer_halted" }],
    });
    expect(readiness.blocked.live).toEqual(["the chain's indexing is halted"]);
    expect(viewReadiness(readiness)).toMatchObject({
      working: true,
      output: { status: "degraded" },
    });
  });

  test("doubts the finalised block: nothing settles meanwhile", async () => {
    await world.db`update chain_cursors set doubt_since = now() - interval '60 seconds'`;
    const readiness = await probed.look();
    await world.db`update chain_cursors set doubt_since = null`;
    expect(readiness.checks.indexer).toMatchObject({
      status: "warn",
      detail: "chain 31337: its finalised block has seemed lost for 60 s",
    });
    expect(readiness.blocked.test).toEqual(["the chain's finalised block seems to be lost"]);
  });

  test("has time for its first look, and is told of when that does not come", async () => {
    const [cursor] = await world.db`select * from chain_cursors`;
    await world.db`delete from chain_cursors`;
    const [young, old] = [await probed.look(), await probed.look({ startedAt: -200_000 })];
    await world.db`insert into chain_cursors ${world.db(cursor ?? {})}`;
    expect(young.checks.indexer).toMatchObject({ status: "ok" });
    expect(old.checks.indexer).toMatchObject({
      status: "warn",
      detail: "chain 31337 has not been read yet",
    });
  });

  test("reads what does not become final", async () => {
    await world.db`update chain_cursors set finalized_number = finalized_number - 1000`;
    const readiness = await probed.look();
    await world.db`update chain_cursors set finalized_number = finalized_number + 1000`;
    expect(readiness.checks.indexer).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("is final only up to"),
    });
  });
});

describe("gas", () => {
  const setBalances = async (wei: bigint) => {
    for (const { address } of world.chain.relayers) {
      await world.chain.request("anvil_setBalance", [address, `0x${wei.toString(16)}`]);
    }
  };
  beforeEach(async () => {
    await world.chain.request("anvil_setNextBlockBaseFeePerGas", ["0x3b9aca00"]);
    await world.chain.mine();
  });
  afterEach(() => setBalances(10n ** 22n));

  test("is gone from every wallet: nothing settles, whatever was stored of it", async () => {
    for (const { address } of world.chain.relayers) {
      await world.db`
        insert into relay_wallets (chain_id, address, next_nonce, balance, balance_at)
        values (31337, ${address.toLowerCase()}, 0, ${String(10n ** 22n)}, now())
        on conflict (chain_id, address) do update set balance = excluded.balance`;
    }
    await setBalances(0n);
    const readiness = await probed.look();
    expect(readiness.checks.relayer).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("has 0 ETH on chain 31337, good for 0 payments"),
    });
    expect(readiness.blocked.test).toEqual(["no relay wallet can pay for gas"]);
  });

  test("is running out: it says for how many payments it is good", async () => {
    await setBalances(5n * 10n ** 15n);
    const readiness = await probed.look();
    expect(readiness.checks.relayer?.detail).toMatch(/good for [1-9]\d? payments/);
    expect(readiness.checks.relayer?.status).toBe("warn");
    const kinds = readiness.checks.relayer?.alerts.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["relayer_low"]));
    expect(readiness.blocked.test).toEqual([]);
  });

  test("is paid by nobody where no wallet is configured", async () => {
    const readiness = await probed.look({ config: { RELAYER_PRIVATE_KEYS: [] } });
    expect(readiness.checks.relayer).toMatchObject({
      status: "warn",
      detail: "no relay wallet is configured: payments wait",
    });
    expect(readiness.blocked.live).toEqual(["no relay wallet is configured"]);
  });

  test("of a retired wallet does not count, and a chain without one in service settles nothing", async () => {
    const keys = [...world.config.RELAYER_PRIVATE_KEYS, generatePrivateKey()];
    const wallets = relayersOf({ RELAYER_PRIVATE_KEYS: keys }).map(({ address }) => address);
    const retire = async (addresses: readonly string[]) => {
      for (const address of addresses) {
        await world.db`
          insert into relay_wallets (chain_id, address, next_nonce, retired_at)
          values (31337, ${address}, 0, now())
          on conflict (chain_id, address) do update set retired_at = excluded.retired_at`;
      }
    };
    // The last one has no gas money and is no keeper.
    await retire(wallets.slice(-1));
    const { checks } = await probed.look({ config: { RELAYER_PRIVATE_KEYS: keys } });
    await retire(wallets);
    const found = await probed.look();
    await world.db`update relay_wallets set retired_at = null`;
    expect(checks).toMatchObject({ relayer: { status: "ok" }, renewals: { status: "ok" } });
    const reason = "no relay wallet is in service";
    expect(found.checks.relayer).toMatchObject({
      status: "warn",
      detail: `${reason} on chain 31337: payments wait`,
      alerts: [],
    });
    expect(found.blocked).toEqual({ test: [reason], live: [reason] });
    expect(viewReadiness(found, "live")).toMatchObject({ working: false });
  });

  test("of the operator and the agent is not asked for once their wallets are retired", async () => {
    const [first, second] = [generatePrivateKey(), generatePrivateKey()];
    const config = { OPERATOR_PRIVATE_KEY: [first], AGENT_PRIVATE_KEY: [second] };
    const statuses = async () => {
      const { checks } = await probed.look({ config });
      return [checks.operator?.status, checks.agent?.status];
    };
    expect(await statuses()).toEqual(["warn", "warn"]);
    for (const key of [first, second]) {
      await world.db`
        insert into relay_wallets (chain_id, address, next_nonce, retired_at)
        values (31337, ${lowerHex(privateKeyToAddress(key))}, 0, now())`;
    }
    const retired = await statuses();
    await world.db`delete from relay_wallets where retired_at is not null`;
    expect(retired).toEqual(["ok", "ok"]);
  });

  test("costs more than the cap", async () => {
    const readiness = await probed.look({ config: { RELAY_MAX_FEE_GWEI: 0.5 } });
    expect(readiness.checks.fees).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("RELAY_MAX_FEE_GWEI is 0.5: payments wait"),
    });
    expect(readiness.blocked.test).toContain("gas costs more than RELAY_MAX_FEE_GWEI");
  });
});

describe("payments", () => {
  /** A payment that was sent and is in no block. */
  async function sendPayment(): Promise<string> {
    const session = await openSession(world);
    const input = await signRequest(world, await newPayer(world), session);
    const { id } = await submit(world.merchantContext(), input);
    await drain(world.systemContext());
    return id;
  }
  /** As if the submission had come into that state some minutes ago. */
  const age = (id: string, state: string, minutes: number) => world.db`
    update relay_submissions set state = ${state},
      created_at = now() - ${minutes} * interval '1 minute',
      updated_at = now() - ${minutes} * interval '1 minute'
    where id = ${id}`;

  test("in flight for too long: the nonce and the unknown outcome are told of", async () => {
    const id = await sendPayment();
    expect(await probed.look()).toMatchObject({
      checks: { nonces: { status: "ok" }, outcomes: { status: "ok" } },
    });
    await world.db`update relay_batches set created_at = now() - interval '11 minutes'`;
    await age(id, "broadcast", 11);
    const { checks } = await probed.look();
    expect(checks.nonces).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(
        /^0x[0-9a-f]{40} has 1 in flight on chain 31337, the oldest for 11 min$/,
      ),
    });
    expect(checks.outcomes).toMatchObject({
      status: "warn",
      detail: "payments with an unknown outcome: 1, the oldest for 11 min",
      alerts: [{ kind: "outcomes_unknown" }],
    });
  });

  test("wait for a wallet whose counter is behind the chain's", async () => {
    const [wallet = ""] = world.chain.relayers.map(({ address }) => address.toLowerCase());
    await world.db`
      insert into relay_wallets (chain_id, address, next_nonce, blocked_reason)
      values (31337, ${wallet}, 0, 'nonce_behind')
      on conflict (chain_id, address) do update set blocked_reason = excluded.blocked_reason`;
    const { checks } = await probed.look();
    await world.db`update relay_wallets set blocked_reason = null`;
    expect(checks.nonces).toMatchObject({
      status: "warn",
      detail: `${wallet} counts fewer nonces than chain 31337 has seen`,
    });
  });

  test("mined without settling, and not final for long", async () => {
    const id = await sendPayment();
    await age(id, "mined", 11);
    expect((await probed.look()).checks.outcomes).toMatchObject({ status: "ok" });
    await world.db`update relay_submissions set failure_code = 'out_of_gas' where id = ${id}`;
    expect((await probed.look()).checks.outcomes).toMatchObject({ status: "warn" });
  });

  test("held, or queued for too long", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, await newPayer(world), session);
    const { id } = await submit(world.merchantContext(), input);
    await age(id, "held", 3);
    expect((await probed.look()).checks).toMatchObject({
      held: { status: "warn", detail: "payments held: 1, the oldest for 3 min" },
      queued: { status: "ok" },
    });
    await age(id, "queued", 6);
    expect((await probed.look()).checks).toMatchObject({
      held: { status: "ok" },
      queued: { status: "warn", detail: "payments queued: 1, the oldest for 6 min" },
    });
  });
});

test("signed refunds that are not sent are told of, but for those that wait for their merchants or others", async () => {
  const { db } = world;
  const id = await insertSignedRefund(world);
  const found = async (minutes: number, obstacle: RefundObstacle | null, state = "queued") => {
    await db`
      update refund_authorizations set state = ${state}, obstacle = ${obstacle},
        created_at = clock_now() - ${minutes} * interval '1 minute'
      where refund_id = ${id}`;
    const { checks } = await probed.look();
    return [checks.queued?.status, checks.queued?.detail];
  };
  const queued = "signed refunds queued: 1, the oldest for 6 min";
  const hindered = "signed refunds that cannot be sent: 1, the oldest for 6 min";
  expect(await found(4, null)).toEqual(["ok", null]);
  expect(await found(6, null)).toEqual(["warn", queued]);
  expect(await found(6, "insufficient_balance")).toEqual(["ok", null]);
  expect(await found(6, "token_paused")).toEqual(["ok", null]);
  expect(await found(4, "screening_unavailable")).toEqual(["ok", null]);
  expect(await found(6, "screening_unavailable")).toEqual(["warn", hindered]);
  expect(await found(6, "given_up")).toEqual(["ok", null]);
  expect(await found(6, null, "in_flight")).toEqual(["ok", null]);
  await db`delete from refund_authorizations`;
  await db`delete from refunds`;
});

test("a submitted refund is told of after 26 hours, but for one that waits for its merchant alone", async () => {
  const { db } = world;
  const id = await insertSignedRefund(world, { createdAt: new Date(Date.now() - 27 * 3_600_000) });
  const found = async (obstacle: RefundObstacle, state = "queued") => {
    await db`
      update refund_authorizations set state = ${state}, obstacle = ${obstacle} where refund_id = ${id}`;
    return (await probed.look()).checks.refunds;
  };
  const told = { status: "warn", detail: "refunds submitted: 1, the oldest for 27 h" };
  expect(await found("insufficient_balance")).toMatchObject({ status: "ok", detail: null });
  expect(await found("token_paused")).toMatchObject(told);
  expect(await found("insufficient_balance", "in_flight")).toMatchObject(told);
  await db`delete from refund_authorizations`;
  expect((await probed.look()).checks.refunds).toMatchObject(told);
  await db`delete from refunds`;
});

describe("screening", () => {
  const folder = mkdtempSync(join(inject("runFolder"), "screening-"));
  const path = join(folder, "list");
  afterEach(() => rmSync(path, { force: true }));
  const look = (SCREENING_MAX_AGE_HOURS = 168) =>
    probed.look({ config: { SCREENING_LIST: path, SCREENING_MAX_AGE_HOURS } });

  test("has a list that cannot be read: every payment is held, and nothing settles", async () => {
    const readiness = await look();
    expect(readiness.checks.screening).toMatchObject({
      status: "warn",
      detail: "SCREENING_LIST: it cannot be read (ENOENT); every payment is held",
      alerts: [{ kind: "screening_list_old" }],
    });
    expect(readiness.blocked.live).toEqual(["the screening list cannot be used"]);
    await expect(checkScreeningLists({ SCREENING_LIST: path })).rejects.toThrow(
      `SCREENING_LIST (${path}): it cannot be read (ENOENT)`,
    );
  });

  test("has a list that names nobody", async () => {
    writeFileSync(path, "");
    expect((await look()).checks.screening).toMatchObject({
      status: "warn",
      detail: "SCREENING_LIST: it names no address; every payment is held",
    });
    await expect(checkScreeningLists({ SCREENING_LIST: path })).rejects.toThrow("names no address");
  });

  test("has a list that nobody has written for long", async () => {
    writeFileSync(path, world.merchant.payout);
    expect((await look()).checks.screening).toMatchObject({ status: "ok" });
    const tenDaysAgo = Date.now() / 1_000 - 10 * 86_400;
    utimesSync(path, tenDaysAgo, tenDaysAgo);
    await sleep(1_050);
    const readiness = await look();
    expect(readiness.checks.screening).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(
        /^SCREENING_LIST was last written 10 days ago \(version [0-9a-f]{16}\)$/,
      ),
      alerts: [{ kind: "screening_list_old" }],
    });
    expect(readiness.blocked.live).toEqual([]);
    expect((await look(0)).checks.screening).toMatchObject({ status: "ok" });
    await checkScreeningLists({ SCREENING_LIST: path });
  });

  test("has a watch list: its version and age are told, and without it every payment is held", async () => {
    writeFileSync(path, world.merchant.payout);
    // A file is looked at once a second.
    await sleep(1_050);
    const lookAt = (SCREENING_WATCHLIST: string) =>
      probed.look({ config: { SCREENING_LIST: path, SCREENING_WATCHLIST } });
    const told =
      /^SCREENING_LIST, version [0-9a-f]{16}, was last written \d+ s ago; SCREENING_WATCHLIST, version [0-9a-f]{16}, was last written \d+ s ago$/;
    expect((await lookAt(path)).checks.screening).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(told),
    });
    const readiness = await lookAt(`${path}.gone`);
    expect(readiness.checks.screening).toMatchObject({
      status: "warn",
      detail: "SCREENING_WATCHLIST: it cannot be read (ENOENT); every payment is held",
    });
    expect(readiness.blocked.live).toEqual(["the screening list cannot be used"]);
  });

  test("has a changed list under which known wallets are not screened for ten minutes", async () => {
    const step = (minutes: number) => world.db`
      insert into screening_rounds (list_version, updated_at)
      values ('v', now() - ${minutes} * interval '1 minute')
      on conflict (list_version) do update set updated_at = excluded.updated_at`;
    await step(9);
    expect((await probed.look()).checks.rescreening).toMatchObject({ status: "ok" });
    await step(11);
    expect((await probed.look()).checks.rescreening).toMatchObject({
      status: "warn",
      detail: "known wallets not screened under a changed list, for 11 min",
    });
    await world.db`truncate screening_rounds`;
  });

  test("has an oracle that does not answer", async () => {
    const withOracle = world.chains.all.map((chain) => ({
      ...chain,
      preset: { ...chain.preset, sanctionsOracle: `0x${"0".repeat(38)}ff` as const },
    }));
    const chains = { ...world.chains, all: withOracle };
    const readiness = await probed.look({ chains: async () => chains });
    expect(readiness.checks.screening).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("the sanctions oracle of chain 31337"),
    });
    expect(readiness.blocked.live).toEqual(["the sanctions oracle does not answer"]);
  });
});

test("old rows that are not removed are told of, by kind", async () => {
  await world.db`
    insert into retention_tasks (name, finished_at)
    values ('events', now() - interval '3 days'), ('outbox', now())
    on conflict (name) do update set finished_at = excluded.finished_at`;
  const look = await probed.look({ startedAt: -200_000_000 });
  await world.db`truncate retention_tasks`;
  expect(look.checks.retention).toMatchObject({
    status: "warn",
    detail: "old rows of the kind events were last all removed: 3 days ago",
  });
});

test("charges that are late or refused too often are told of, and wallets that may not charge", async () => {
  const { db, chain, chains } = world;
  const [cursor] = await db<{ headAt: Date }[]>`
    update chain_cursors set head_at = clock_now() returning head_at`;
  const at = cursor?.headAt ?? new Date();
  expect((await probed.look()).checks.renewals).toMatchObject({ status: "ok" });
  const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
  const { id } = await insertSubscription(world, { attemptAt: ago(9) });
  expect((await probed.look()).checks.renewals).toMatchObject({ status: "ok" });
  await insertSubscription(world, { attemptAt: ago(20) });
  await insertSubscription(world, { attemptAt: ago(30), pausedAt: at });
  for (const nonce of [1, 2, 3, 4, 5]) {
    const batch = {
      id: `rb_${nonce}`,
      chainId: chains.all[0]?.id ?? 0,
      wallet: lowerHex(chain.deployer.address),
      nonce,
      kind: "charge_batch",
      state: "consumed",
      callTo: lowerHex(chain.deployer.address),
      gasLimit: 1,
    };
    await db`insert into relay_batches ${db(batch)}`;
    await db`
      insert into subscription_renewals (batch_id, subscription_id, period, number, amount,
        group_index, item_index, open, outcome)
      values (${batch.id}, ${id}, 1, 0, 1, 0, 0, false, 'reverted')`;
  }
  const { checks } = await probed.look();
  await db`delete from subscription_renewals`;
  await db`delete from subscriptions`;
  expect(checks.renewals).toMatchObject({
    status: "warn",
    alerts: [{ kind: "renewals_late" }],
    detail: [
      "charges of subscriptions due: 2, the oldest for 20 min",
      "subscriptions whose charge is refused too often: 1",
    ].join("; "),
  });
});

test("a relay's wallet that is no keeper is told of before anything is due", async () => {
  const key = generatePrivateKey();
  const config = { RELAYER_PRIVATE_KEYS: [...world.config.RELAYER_PRIVATE_KEYS, key] };
  const all = config.RELAYER_PRIVATE_KEYS.length;
  const { checks } = await probed.look({ config });
  expect(checks.renewals).toMatchObject({
    status: "warn",
    detail: modes
      .map((mode) => `1 of ${all} relay wallets are no keepers in ${mode} mode on chain 31337`)
      .join("; "),
  });
});

test("webhooks that are due and not sent are told of, and endpoints that fail are counted", async () => {
  const { db, merchant } = world;
  const endpoint = { id: newId("webhookEndpoint"), merchantId: merchant.id, mode: "live" };
  await db`insert into webhook_endpoints ${db({
    ...endpoint,
    url: "https://shop.example/hooks",
    destination: "shop.example",
    events: ["payment.created"],
    apiVersion: "2026-04-27",
    secretSealed: "",
    failingSince: new Date(),
  })}`;
  expect((await probed.look()).checks.webhooks).toEqual({
    status: "ok",
    detail: "failing endpoints: 1",
    blocks: [],
    alerts: [],
  });
  // Where three fail, and half of all, the trouble is not the receivers'.
  const found = (failingEndpoints: number, enabledEndpoints: number) =>
    checkWebhooks({
      webhooks: async () => ({ count: 0, oldestSeconds: 0, failingEndpoints, enabledEndpoints }),
    });
  expect([(await found(2, 2)).status, (await found(3, 7)).status]).toEqual(["ok", "ok"]);
  expect(await found(3, 6)).toMatchObject({
    status: "warn",
    alerts: [{ kind: "deliveries_failing", detail: "failing endpoints: 3 of 6" }],
  });
  const eventId = newId("event");
  await db`insert into events ${db({
    id: eventId,
    merchantId: merchant.id,
    mode: "live",
    type: "payment.created",
    apiVersion: "2026-04-27",
    resourceType: "payment_session",
    resourceId: newId("paymentSession"),
    sequence: 1,
    object: db.json({}),
  })}`;
  await db`insert into webhook_dispatches ${db({
    id: newId("webhookDispatch"),
    eventId,
    endpointId: endpoint.id,
    nextAttemptAt: new Date(Date.now() - 600_000),
  })}`;
  expect((await probed.look()).checks.webhooks).toMatchObject({
    status: "warn",
    detail: "webhooks due: 1, the oldest for 10 min; failing endpoints: 1",
  });
  await db`update webhook_endpoints set status = 'disabled' where id = ${endpoint.id}`;
  expect((await probed.look()).checks.webhooks).toMatchObject({ status: "ok", detail: null });
});

test("a replay that has not got on for ten minutes is told of, and where it hangs", async () => {
  const { db, merchant } = world;
  const endpointId = newId("webhookEndpoint");
  await db`insert into webhook_endpoints ${db({
    id: endpointId,
    merchantId: merchant.id,
    mode: "live",
    url: "https://shop.example/replayed",
    destination: "shop.example",
    events: ["payment.created"],
    apiVersion: "2026-04-27",
    secretSealed: "",
  })}`;
  const id = newId("webhookReplay");
  await db`insert into webhook_replays ${db({
    id,
    merchantId: merchant.id,
    mode: "live",
    endpointId,
    fromPosition: 1n,
    toPosition: 9n,
    nextPosition: 1n,
    total: 9,
    progressedAt: new Date(Date.now() - 590_000),
  })}`;
  const found = async () => (await probed.look()).checks.replays;
  expect(await found()).toMatchObject({ status: "ok", detail: "replays running: 1" });
  await db`update webhook_replays set progressed_at = now() - interval '11 minutes'`;
  expect(await found()).toMatchObject({
    status: "warn",
    detail: `replays without progress: 1, ${id} for 11 min; no job feeds it events`,
  });
  await db`insert into webhook_replay_items ${db({ dispatchId: "x1", replayId: id })}`;
  expect(await found()).toMatchObject({
    detail: expect.stringMatching(/; what it has given waits at its endpoint$/),
  });
  await db`update webhook_replays set status = 'cancelled'`;
  expect(await found()).toMatchObject({ status: "ok", detail: null });
});

test("a mode without a deployment cannot settle", async () => {
  const deployments = world.chains.deployments.filter(({ mode }) => mode === "test");
  const readiness = await probed.look({ chains: async () => ({ ...world.chains, deployments }) });
  expect(readiness.blocked).toEqual({ test: [], live: ["no deployment is configured"] });
});

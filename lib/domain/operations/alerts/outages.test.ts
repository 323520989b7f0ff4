import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { openProbeDb, type ProbeDb } from "@/db/probe-db";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import { scanChain } from "@/lib/indexer/scan-chain";
import { faultyRpc } from "@/testing/faulty-rpc";
import { insertMails } from "@/testing/mails";
import { type ProbedWorld, probe } from "@/testing/probed";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";
import { createWorld, type World } from "@/testing/world";
import { alertSteps } from "./keep-alerts";

/** Looks of two minutes: an alert must have been sent by then. */
const STEPS = 8;

let world: World;
let probed: ProbedWorld;
let proxy: StallingProxy;
let receiver: Receiver;
let smtp: TestSmtp;
let db: Sql;
let probeDb: ProbeDb;
let isNodeDown = false;
let step: () => Promise<void>;

beforeAll(async () => {
  [receiver, smtp] = await Promise.all([startReceiver(), startSmtp()]);
  world = await createWorld({
    env: { SMTP_URL: smtp.url, EMAIL_FROM: "ops@example.com", ALERT_WEBHOOK_URL: receiver.url },
    wrapRpc: (rpc) =>
      faultyRpc(rpc, () =>
        isNodeDown ? Promise.reject(new RpcUnavailable("it does not answer")) : undefined,
      ),
  });
  proxy = await startStallingProxy(world.database.url);
  probed = probe(world);
  db = createDb(proxy.url, { max: 2 });
  probeDb = openProbeDb(proxy.url);
});
beforeEach(async () => {
  const { config, chains } = world;
  const [chain] = chains.all;
  if (!chain) throw new Error("the world has a chain");
  await scanChain(world.systemContext(), chain, new Date(Date.now() + 10_000));
  await world.db`truncate alerts`;
  await runHeartbeat();
  receiver.received.length = 0;
  // Each look is a new one: nothing is remembered from before the outage.
  ({ step } = alertSteps({
    ...{ db, config, log: world.systemContext().log },
    http: createOutboundHttp({ allowLoopback: true, isTrusted: true }),
    readiness: () =>
      probed.look({ probeDb, pools: { request: db, job: db }, engine: { beatingSince: -1e7 } }),
  }));
});
afterAll(async () => {
  await Promise.all([db?.end({ timeout: 1 }), probeDb?.end(), probed?.end()]);
  await proxy?.close();
  await Promise.all([receiver?.close(), smtp?.close(), world?.stop()]);
});

const runHeartbeat = () => world.db`
  insert into job_runs (job, finished_at) values ('heartbeat', now())
  on conflict (job) do update set finished_at = now()`;

const told = () =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.kind}`;
  });

/** Looks for two minutes, or until it is told. */
async function tells(wanted: string): Promise<void> {
  for (let made = 0; made < STEPS && !told().includes(wanted); made += 1) {
    await runHeartbeatUnless(wanted);
    if (wanted.startsWith("alert.cleared")) await passMinute();
    await step();
  }
  expect(told()).toContain(wanted);
}

/** A test of another outage must not become one of the engine because it takes long. */
async function runHeartbeatUnless(wanted: string): Promise<void> {
  if (!wanted.endsWith("engine_dead")) await runHeartbeat().catch(() => {});
}

/** As if a minute had passed without it. */
const passMinute = () => world.db`update alerts set seen_at = seen_at - interval '1 minute'`;

/** Each outage: what happens, what ends it, and what is told. */
const outages: Record<string, [begin: () => unknown, end: () => unknown, kind: string]> = {
  "the nodes of a chain": [
    () => {
      isNodeDown = true;
    },
    () => {
      isNodeDown = false;
    },
    "chain_unreachable",
  ],
  "the database, which refuses connections": [
    () => proxy.refuse(),
    () => proxy.accept(),
    "database_down",
  ],
  "the database, which hangs": [() => proxy.stall(), () => proxy.resume(), "database_down"],
  "the disk, which makes the database read-only": [
    () => setReadOnly("set default_transaction_read_only = on"),
    () => setReadOnly("reset default_transaction_read_only"),
    "database_refuses_writes",
  ],
  "the mail server": [
    async () => {
      smtp.script({ greeting: "421 busy" });
      await insertMails({ db: world.db, merchantId: world.merchant.id }, ["a@example.com"]);
      await drain();
      await world.db`update mails set created_at = created_at - interval '61 seconds'`;
    },
    async () => {
      smtp.script({});
      await world.db`update mails set next_attempt_at = clock_now() - interval '1 second'`;
      await drain();
    },
    "mail_failing",
  ],
  "the job engine": [
    () => world.db`update job_runs set finished_at = now() - interval '1 minute'`,
    runHeartbeat,
    "engine_dead",
  ],
};

const drain = () => drainMails(world.systemContext(), { until: new Date(Date.now() + 10_000) });

/** Connections that are open keep what they began with: they are ended. */
async function setReadOnly(change: string): Promise<void> {
  const name = new URL(world.database.url).pathname.slice(1);
  const own = createDb(world.database.url, { max: 1 });
  await own.unsafe(`set default_transaction_read_only = off`);
  await own.unsafe(`alter database "${name}" ${change}`);
  await own`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and pid <> pg_backend_pid()`;
  await own.end();
}

test.each(Object.entries(outages))(
  "an outage of %s is told of within two minutes, and its end",
  async (_, [begin, end, kind]) => {
    await step();
    expect(told()).toEqual([]);
    await begin();
    await tells(`alert.raised ${kind}`);
    for (let made = 0; made < 3; made += 1) {
      await runHeartbeatUnless(kind);
      await step();
    }
    expect(told()).toEqual([`alert.raised ${kind}`]);
    await end();
    await tells(`alert.cleared ${kind}`);
    expect(told()).toEqual([`alert.raised ${kind}`, `alert.cleared ${kind}`]);
  },
);

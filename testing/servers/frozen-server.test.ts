import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainInvariants } from "@/chaos/checks/chain-checks";
import { gatherEvidence } from "@/chaos/checks/evidence";
import { relayInvariants } from "@/chaos/checks/relay-checks";
import { comeToRest } from "@/chaos/checks/rest";
import { webhookInvariants } from "@/chaos/checks/webhook-checks";
import { newLedger } from "@/chaos/clients/stage";
import { type Receiver, startReceiver } from "@/chaos/receivers/receiver";
import { seededDice } from "@/chaos/seeded";
import type { Sql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { scopes } from "@/lib/core/identity/scopes";
import { eventKinds } from "@/lib/core/webhooks/event-kinds";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { startMiner } from "@/scripts/run/services/chain-miner";
import type { ChainAccount } from "@/testing/chain";
import { newPayers, signRequest } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import {
  openServerProgram,
  type ServerProcess,
  type ServerProgram,
  serverEnv,
} from "./server-process";

const SEED = Number(process.env.FREEZE_SEED ?? 1);
/** Where a server stops: wherever it is, or with rows of a table locked that the other one needs. */
const MOMENTS = ["chain_cursors", "relay_wallets", "anywhere"] as const;
const PAYERS = 4;
/** Longer than a transaction may be idle, and than the leases of wallets and jobs. */
const FROZEN_MS = 12_000;
const TIMEOUT_MS = 120_000;

let world: World;
let program: ServerProgram;
let miner: { stop(): Promise<void> };
let canary: Receiver;
let receiver: Receiver;
let endpointId: string;

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
  const rhythm = { settleBlocks: 4, intervalMs: 300, idleIntervalMs: 1_000 };
  const faults = { onBlock: async () => {}, onError: () => {} };
  miner = startMiner(world.chain.request, rhythm, faults);
  canary = await startReceiver("healthy", "");
  receiver = await startReceiver("healthy", canary.url);
  const events = eventKinds.filter((kind) => kind.startsWith("payment."));
  const input = { url: receiver.url, events, mode: "test" as const };
  const ctx = world.merchantContext();
  const prepared = await createWebhookEndpoint.prepare(ctx, input);
  const { id, secret } = await createWebhookEndpoint.run(ctx, input, prepared);
  receiver.secrets.push(secret);
  endpointId = id;
});
afterAll(async () => {
  await program?.remove();
  await miner?.stop();
  await Promise.all([receiver?.stop(), canary?.stop()]);
  await world?.stop();
});

const PAYER_TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;

/** A payment that a server has accepted. */
interface AcceptedPayment {
  sessionId: string;
  submissionId: string;
  idempotencyKey: string;
}

/** What a payer asks with: the servers, in the order in which they are asked, and the merchant's key. */
interface Counter {
  baseUrls: readonly string[];
  key: string;
}

/** Asks one server after the other until one says yes: the same request, with its idempotency key. */
async function post(
  { baseUrls, key }: Counter,
  path: string,
  body: unknown,
): Promise<Record<string, string>> {
  const idempotencyKey = randomUUID();
  const text = JSON.stringify(body, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let turn = 0; performance.now() < giveUpAt; turn += 1) {
    const answer = await fetch(`${baseUrls[turn % baseUrls.length]}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: text,
      signal: AbortSignal.timeout(PAYER_TIMEOUT_MS),
    }).catch(() => undefined);
    const said = await answer?.text().catch(() => undefined);
    if (answer?.status === 201 && said) return JSON.parse(said) as Record<string, string>;
    // Not taken in time, or not sure: anything else would be an answer that a client cannot repeat.
    const mayRepeat = !answer || answer.status >= 500 || answer.status === 409 || !said;
    if (!mayRepeat) throw new Error(`${path}: ${answer.status} ${said}`);
    await sleep(PAUSE_MS);
  }
  throw new Error(`${path}: no server took it for ${GIVE_UP_MS / 1_000} s`);
}

/** Opens a session, signs for it and hands the payment to the relay. */
async function pay(world: World, counter: Counter, payer: ChainAccount): Promise<AcceptedPayment> {
  const amount = 1_000_000n;
  const session = await post(counter, "/v1/payment-sessions", { amount, currency: "USDC" });
  const { id: sessionId = "", ref = "" } = session;
  const request = await signRequest(world, payer, null, {
    mode: "test",
    amount,
    sessionId,
    ref: ref as Bytes32,
  });
  const { id = "" } = await post(counter, "/v1/relay/payments", request);
  return { sessionId, submissionId: id, idempotencyKey: request.idempotencyKey };
}

/** Payers who pay one after the other, each at the server that answers, until told to stop. */
function startPayers(world: World, counter: Counter, payers: readonly ChainAccount[]) {
  const accepted: AcceptedPayment[] = [];
  let isOver = false;
  const running = payers.map(async (payer, index) => {
    const { baseUrls } = counter;
    for (let turn = index; !isOver; turn += 1) {
      const first = turn % baseUrls.length;
      const order = [...baseUrls.slice(first), ...baseUrls.slice(0, first)];
      accepted.push(await pay(world, { ...counter, baseUrls: order }, payer));
    }
  });
  // A failure is told by `stop`.
  const all = Promise.all(running);
  all.catch(() => {});
  return {
    accepted,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

async function isConfirmed({ sessionId }: AcceptedPayment): Promise<boolean> {
  const rows = await world.db`
    select from payment_sessions where id = ${sessionId} and status = 'confirmed'`;
  return rows.length === 1;
}

/** What the rules of every run say about this one. */
async function findBrokenRules(accepted: readonly AcceptedPayment[], stalls: readonly number[]) {
  const ledger = newLedger();
  for (const { submissionId, idempotencyKey } of accepted) {
    ledger.accepted.set(idempotencyKey, {
      id: submissionId,
      kind: "session",
      paymentId: "0x",
      chainId: world.chain.chainId,
    });
  }
  const { db, chain, chains } = world;
  const { chainId: id, request } = chain;
  const site = { db, nodes: new Map([[id, request]]), chains, timeoutMs: TIMEOUT_MS };
  const rest = await comeToRest(site, "all that can be settled is settled, and comes to rest");
  // What was sent and never mined is not known here.
  const witnessed = [{ id, request, offered: new Map() }];
  const { whole: evidence } = await gatherEvidence(db, witnessed, {
    chains,
    ledger,
    canary,
    receivers: new Map([[endpointId, receiver]]),
    foreign: new Set(),
    idle: { merchantId: "", deploymentIds: [] },
    claims: [],
    leaseEnds: stalls,
  });
  const findings = [...relayInvariants, ...chainInvariants, ...webhookInvariants].map(
    async ({ name, violations }) => ({ name, violations: await violations(evidence) }),
  );
  return [rest, ...(await Promise.all(findings))].filter(({ violations }) => violations.length > 0);
}

const LOOK_MS = 2;
/** A transaction that stands still for this long is a suspended server's. */
const STILL_MS = 1_000;
const GIVE_UP_MS = 60_000;
const STOP_MS = 5_000;

/** As the kernel tells it: T is stopped by a signal. */
const isStopped = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).startsWith("T");
};

/** Suspends a server as it stands. */
async function freeze(server: ServerProcess): Promise<void> {
  server.send("SIGSTOP");
  const giveUpAt = performance.now() + STOP_MS;
  while (!isStopped(server.pid)) {
    if (performance.now() > giveUpAt) throw new Error(`Not suspended:\n${server.output()}`);
    await sleep(1);
  }
}

/** A backend whose transaction waits for a table, or has locked rows of it. */
interface Locker {
  pid: number;
  xactStart: Date;
  /** The port that its client connects from. */
  clientPort: number;
  /** `RowShareLock` is what `for update` takes. */
  mode: string;
}

function waitersFor(db: Sql, table: string): Promise<Locker[]> {
  return db<Locker[]>`
    select a.pid, a.xact_start, a.client_port, l.mode
    from pg_locks l join pg_stat_activity a using (pid)
    where l.relation = ${table}::regclass and not l.granted`;
}

function holdersOf(db: Sql, table: string): Promise<Locker[]> {
  return db<Locker[]>`
    select a.pid, a.xact_start, a.client_port, l.mode
    from pg_locks l join pg_stat_activity a using (pid)
    where l.relation = ${table}::regclass and l.granted and l.mode = 'RowShareLock'
      and a.state = 'idle in transaction'`;
}

/** Inodes of the sockets that a process has open. */
function socketsOf(pid: number): Set<string> {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return ""; // Closed meanwhile.
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** Whether a process has a connection that leaves from a local port. */
function holdsPort(pid: number, port: number): boolean {
  const sockets = socketsOf(pid);
  const lines = ["tcp", "tcp6"].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, "utf8").split("\n").slice(1),
  );
  return lines.some((line) => {
    const fields = line.trim().split(/\s+/);
    const from = Number.parseInt(fields[1]?.split(":")[1] ?? "", 16);
    return from === port && sockets.has(fields[9] ?? "");
  });
}

/**
 * Suspends one of the servers inside a transaction that has locked rows of `table`. The table is kept
 * from being locked until one of them waits for it; that one is suspended, then gets what it waited for.
 * @returns the suspended server
 */
async function freezeInside(
  db: Sql,
  servers: readonly ServerProcess[],
  table: string,
): Promise<ServerProcess> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (performance.now() < giveUpAt) {
    const caught = await catchOne(db, servers, table, giveUpAt);
    if (!caught) continue;
    await sleep(STILL_MS);
    const { pid, xactStart } = caught.locker;
    const holders = await holdersOf(db, table);
    const isInside = holders.some((held) => held.pid === pid && +held.xactStart === +xactStart);
    if (isInside) return caught.server;
    caught.server.send("SIGCONT");
  }
  throw new Error(`No server locked rows of ${table} for ${GIVE_UP_MS / 1_000} s`);
}

/** Null when the first to wait for the table wants something else of it and is let through, or none waits. */
function catchOne(db: Sql, servers: readonly ServerProcess[], table: string, giveUpAt: number) {
  return db.begin(async (tx) => {
    await tx`lock table ${tx(table)} in exclusive mode`;
    while (performance.now() < giveUpAt) {
      // Not in this transaction, which would see every backend as at its first look.
      const waiters = await waitersFor(db, table);
      const locker = waiters.find(({ mode }) => mode === "RowShareLock");
      const server = locker && servers.find(({ pid }) => holdsPort(pid, locker.clientPort));
      if (server) {
        await freeze(server);
        return { server, locker };
      }
      if (waiters.length > 0) return null;
      await sleep(LOOK_MS);
    }
    return null;
  });
}

test.skipIf(process.platform !== "linux")(
  "while one of two servers is suspended the other goes on settling, and nothing is paid twice",
  async () => {
    const dice = seededDice(SEED);
    const { key } = await mintKey(world, {
      kind: "secret",
      name: "drill",
      merchantId: world.merchant.id,
      mode: "test",
      scopes,
    });
    const env = {
      ...serverEnv(world),
      // One wallet: whoever holds it holds up every payment.
      RELAYER_PRIVATE_KEYS: world.chain.relayers[0]?.privateKey ?? "",
      DATABASE_POOL: "10",
    };
    const servers = await Promise.all([program.start(env), program.start(env)]);
    const [prober, ...others] = await newPayers(world, PAYERS + 1);
    if (!prober) throw new Error("there are payers");
    const baseUrls = servers.map(({ baseUrl }) => baseUrl);
    const payers = startPayers(world, { baseUrls, key }, others);
    const probes: AcceptedPayment[] = [];
    const stalls: number[] = [];
    const standstills: number[] = [];

    const untilConfirmed = (payment: AcceptedPayment) =>
      expect.poll(() => isConfirmed(payment), { timeout: TIMEOUT_MS, interval: 50 }).toBe(true);
    const round = async (frozen: ServerProcess, healthy: ServerProcess) => {
      const startedAt = performance.now();
      stalls.push(Date.now());
      const probe = await pay(world, { baseUrls: [healthy.baseUrl], key }, prober);
      probes.push(probe);
      await untilConfirmed(probe);
      standstills.push(performance.now() - startedAt);
      await sleep(Math.max(0, startedAt + FROZEN_MS - performance.now()));
      frozen.send("SIGCONT");
    };
    const suspendOne = async (turn: number, moment: (typeof MOMENTS)[number]) => {
      if (moment !== "anywhere") return freezeInside(world.db, servers, moment);
      const server = servers[dice.between(0, 1, "which", turn)] ?? servers[0];
      await freeze(server);
      return server;
    };
    // Both have opened their wallets and deployments.
    await untilConfirmed(await pay(world, { baseUrls, key }, prober));
    for (const [turn, moment] of MOMENTS.entries()) {
      await sleep(dice.between(500, 4_000, "pause", turn));
      const frozen = await suspendOne(turn, moment);
      await round(frozen, frozen === servers[0] ? servers[1] : servers[0]);
    }
    await payers.stop();
    const settled = [...payers.accepted, ...probes];
    const seconds = standstills.map((ms) => (ms / 1_000).toFixed(1)).join(", ");
    process.stdout.write(
      `confirmed ${seconds} s after a peer stopped; ${settled.length} payments\n`,
    );

    expect(await findBrokenRules(settled, stalls)).toEqual([]);
    expect(await Promise.all(settled.map(isConfirmed))).not.toContain(false);
    for (const { send } of servers) send("SIGTERM");
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
  },
  300_000,
);

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { scopes } from "@/lib/core/identity/scopes";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { openSession } from "@/testing/relay";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { createWorld, type World } from "@/testing/world";
import {
  openServerProgram,
  type ServerProcess,
  type ServerProgram,
  serverEnv,
} from "./server-process";

/** Much longer than the bound: what counts is that nobody has to help. */
const TIMEOUT_MS = 90_000;

let world: World;
let program: ServerProgram;
const proxies: StallingProxy[] = [];

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});
afterAll(async () => {
  await program?.remove();
  await world?.stop();
});

async function stallable(url: string): Promise<StallingProxy> {
  const proxy = await startStallingProxy(url);
  proxies.push(proxy);
  return proxy;
}

const start = (change: Record<string, string> = {}) =>
  program.start({ ...serverEnv(world), SHUTDOWN_DELAY_MS: "0", ...change });

/** Waits for a server to end by itself. Resolves with its exit code. */
async function endOf(server: ServerProcess): Promise<number | null> {
  const endless = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(server.output())), TIMEOUT_MS).unref();
  });
  return await Promise.race([server.ended, endless]);
}

test(
  "a server that ends ends its status streams, so that browsers go to another one",
  async () => {
    const server = await start();
    const { id } = await openSession(world);
    const stream = await fetch(`${server.baseUrl}/api/pay/${id}/events`, {
      headers: { accept: "text/event-stream" },
    });
    const reader = stream.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('data: {"status":"open"');
    server.send("SIGTERM");
    // A connection that is cut would be an error here.
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    expect(await endOf(server)).toBe(0);
  },
  TIMEOUT_MS * 2,
);

test(
  "the requests that a server has answered last are logged before it ends",
  async () => {
    const server = await start();
    const ask = async () => {
      const { headers } = await fetch(`${server.baseUrl}/v1/payment-sessions`);
      return headers.get("stipend-request-id") ?? "";
    };
    let ids: string[] = [];
    await world.db.begin(async (tx) => {
      // Nothing is written until the server has nothing else left to do.
      await tx`lock table request_log in share mode`;
      ids = await Promise.all(Array.from({ length: 30 }, ask));
      server.send("SIGTERM");
      const isClosed = () =>
        ask().then(
          () => false,
          () => true,
        );
      await expect.poll(isClosed, { timeout: 60_000 }).toBe(true);
      await sleep(500);
      // What is being written is to be written again, when nobody would come back to it.
      await tx`
        select pg_terminate_backend(pid) from pg_locks
        where relation = 'request_log'::regclass and not granted`;
    });
    expect(await endOf(server)).toBe(0);
    const rows = await world.db<{ requestId: string }[]>`
      select request_id from request_log where request_id in ${world.db(ids)}`;
    expect(rows.map(({ requestId }) => requestId).sort()).toEqual(ids.sort());
  },
  TIMEOUT_MS * 2,
);

test(
  "a request that its client never finishes does not keep a server from ending in order",
  async () => {
    const server = await start();
    const { key } = await mintKey(world, {
      kind: "secret",
      name: "shutdown",
      merchantId: world.merchant.id,
      mode: "test",
      scopes,
    });
    const { hostname, port } = new URL(server.baseUrl);
    const client = connect(Number(port), hostname);
    await once(client, "connect");
    client.on("error", () => {});
    client.resume();
    const cut = once(client, "close");
    const head = ["POST /v1/payment-sessions HTTP/1.1", "host: x", `authorization: Bearer ${key}`];
    const about = ["content-type: application/json", "content-length: 10"];
    client.write(`${[...head, ...about].join("\r\n")}\r\n\r\n{`);
    // The server has seen it once it has answered another request.
    await fetch(`${server.baseUrl}/health`);
    server.send("SIGTERM");
    expect(await endOf(server)).toBe(0);
    await cut;
  },
  TIMEOUT_MS * 2,
);

test(
  "a server ends in order while its jobs wait for a node that does not answer",
  async () => {
    const node = await stallable(world.chain.rpcUrl);
    const server = await start({ TEST_RPC_URLS: node.url, LIVE_RPC_URLS: node.url });
    node.stall();
    const { db } = world;
    // The indexer is at work again and again: one of its calls hangs.
    const isBusy = async () => {
      const rows =
        await db`select from engine.job where lease_owner is not null and run_at > now()`;
      return rows.length > 0;
    };
    await expect.poll(isBusy, { timeout: TIMEOUT_MS, interval: 20 }).toBe(true);
    server.send("SIGTERM");
    expect(await endOf(server)).toBe(0);
    // What it had in hand is given back, so that another server need not wait.
    expect(
      await db`select from engine.job where lease_owner is not null and run_at > now()`,
    ).toEqual([]);
  },
  TIMEOUT_MS * 2,
);

test(
  "a server ends by itself whatever hangs: its database, requests, jobs and pages",
  async () => {
    const database = await stallable(world.database.url);
    const server = await start({ DATABASE_URL: database.url, PAGES_HANG: "1" });
    const { id } = await openSession(world);
    const stream = await fetch(`${server.baseUrl}/api/pay/${id}/events`, {
      headers: { accept: "text/event-stream" },
    });
    database.stall();
    const request = fetch(`${server.baseUrl}/api/pay/${id}/events`).catch(() => undefined);
    server.send("SIGTERM");
    expect(await endOf(server)).toBe(1);
    await Promise.all([request, stream.text().catch(() => undefined)]);
  },
  TIMEOUT_MS * 2,
);

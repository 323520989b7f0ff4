import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { startDemo } from "@/scripts/run/demo/start-demo";
import { startPostgres } from "@/scripts/run/services/postgres";

const CLIENTS = 20;
const DOWN_MS = 15_000;
const STEADY_MS = 3_000;
/** In which nothing may fail any more. */
const REST_MS = 15_000;
/** Between two requests of a client. */
const PAUSE_MS = 50;

interface Reply {
  at: number;
  ms: number;
  status: number | null;
  code: string | undefined;
  retryAfter: string | undefined;
}

/** Clients that each keep a connection and ask again and again, until told to stop. */
function startClients(baseUrl: string, key: string) {
  const replies: Reply[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const reply = await ask(baseUrl, key, agent);
      replies.push(reply);
      // Nobody listens: nothing was sent, and another server would be asked.
      await sleep(reply.code === "ECONNREFUSED" ? 500 : PAUSE_MS);
    }
    agent.destroy();
  });
  return {
    replies,
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

function ask(baseUrl: string, key: string, agent: Agent): Promise<Reply> {
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (status: number | null, code?: string, retryAfter?: string) => {
      const at = performance.now();
      resolve({ at, ms: at - start, status, code, retryAfter });
    };
    const sent = request(
      `${baseUrl}/v1/payment-sessions?limit=1`,
      { agent, headers: { authorization: `Bearer ${key}` } },
      (answer) => {
        const { statusCode = 0, headers } = answer;
        answer.on("end", () => end(statusCode, undefined, headers["retry-after"]));
        answer.on("error", () => end(null, "cut off"));
        answer.resume();
      },
    );
    sent.on("error", (error: NodeJS.ErrnoException) => end(null, error.code));
    sent.end();
  });
}

/** Asks `/ready` until it says that all is well. Resolves with when it said so. */
async function untilReady(baseUrl: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${baseUrl}/ready`).catch(() => undefined);
    const said = (await answer?.json().catch(() => undefined)) as { status: string } | undefined;
    if (said?.status === "ok") return performance.now();
    await sleep(50);
  }
}

async function untilItTakesStatements(url: string): Promise<number> {
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 1 });
    const isThere = await sql`select 1`.then(
      () => true,
      () => false,
    );
    await sql.end({ timeout: 0 });
    if (isThere) return performance.now();
    await sleep(20);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
const dataFolder = join(dataDir, "outage-data");
let server = await startPostgres({ dataDir: dataFolder });
const ports = { port: 0, chainPort: 0, sinkPort: 0 };
const appEnv = { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "silent" };
const demo = await startDemo({ dataDir, ...ports, databaseUrl: server.url, appEnv });
const { baseUrl, apiKeys } = demo.info;
try {
  const clients = startClients(baseUrl, apiKeys.secret);
  await sleep(STEADY_MS);
  const { port } = server;
  const downAt = performance.now();
  await server.stop();
  await sleep(DOWN_MS);
  const starting = startPostgres({ dataDir: dataFolder, port });
  const backAt = await untilItTakesStatements(server.url);
  server = await starting;
  const readyAt = await untilReady(baseUrl);
  await sleep(REST_MS);
  await clients.stop();
  const down = clients.replies.filter(({ at }) => at > downAt && at < backAt);
  const failed = clients.replies.filter(({ at, status }) => at > downAt && status !== 200);
  const firstWell = clients.replies.find(({ at, status }) => at > backAt && status === 200);
  const lastFailure = Math.max(...failed.map(({ at }) => at));
  console.log(`requests that failed while the database was away: ${failed.length}`);
  console.log(`  with Retry-After: ${failed.filter(({ retryAfter }) => retryAfter).length}`);
  console.log(
    `  ended without an answer: ${failed.filter(({ status }) => status === null).length}`,
  );
  const longest = Math.max(...clients.replies.map(({ ms }) => ms), ...down.map(({ ms }) => ms));
  console.log(`longest request: ${(longest / 1_000).toFixed(1)} s`);
  console.log(
    `first success after the database: ${(((firstWell?.at ?? 0) - backAt) / 1_000).toFixed(1)} s`,
  );
  console.log(`/ready ok after the database: ${((readyAt - backAt) / 1_000).toFixed(1)} s`);
  console.log(`last failure after it: ${((lastFailure - backAt) / 1_000).toFixed(1)} s`);

  const ending = startClients(baseUrl, apiKeys.secret);
  await sleep(STEADY_MS);
  const { pid } = JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")) as { pid: number };
  const told = performance.now();
  process.kill(pid, "SIGTERM");
  await demo.ended;
  const ended = performance.now();
  await ending.stop();
  const sent = ending.replies.filter(({ at, code }) => at > told && code !== "ECONNREFUSED");
  const lost = sent.filter(({ status }) => status !== 200);
  console.log(`requests after SIGTERM: ${sent.length}, of which failed: ${lost.length}`);
  console.log(`the process ended after ${((ended - told) / 1_000).toFixed(1)} s`);
} finally {
  await demo.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

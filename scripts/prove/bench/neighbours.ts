import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Sql } from "@/db/client";
import { readEnv } from "@/lib/adapters/env/env";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { buildServerBundle } from "@/scripts/build/build-server-bundle";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { startAppServer } from "@/scripts/run/demo/app-server";
import { appSettings } from "@/scripts/run/demo/app-settings";
import { openDemoSecrets } from "@/scripts/run/demo/demo-secrets";
import { deploymentsFolder, prepareChain } from "@/scripts/run/demo/prepare-chain";
import { prepareDatabase } from "@/scripts/run/demo/prepare-database";
import { startLocalChain } from "@/scripts/run/services/chain";
import { choosePort } from "@/scripts/run/services/choose-port";
import { startPostgres } from "@/scripts/run/services/postgres";
import { percentile } from "./bench-stage";

/*
 * What one merchant's 50 invoices at once, over and over, do to another merchant that makes and reads its invoices
 * beside it: the aim is at most twice the time that they take alone.
 */
const PARALLEL = 50;
const PER_SECOND = 20;
const SECONDS = 12;
const ROUNDS = 3;
const SETTLE_BLOCKS = 4;
const MOST_TIMES = 2;

const invoice = JSON.stringify({
  currency: "USDC",
  dueInDays: 14,
  lineItems: [{ description: "Hosting", quantity: 1, unitAmount: "5000000" }],
});

/** The demo's server without its pages, and its database. */
interface NeighbourStage {
  readonly baseUrl: string;
  readonly db: Sql;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const quietly = () => {};

async function openNeighbourStage(): Promise<NeighbourStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const secrets = openDemoSecrets(join(dataDir, "env"));
  const postgres = await startPostgres({ dataDir: join(dataDir, "pg"), port: 0, log: quietly });
  const chain = await startLocalChain({
    ...{ folder: join(dataDir, "chain"), port: 0, log: quietly },
    settleBlocks: SETTLE_BLOCKS,
  });
  await prepareChain(chain, dataDir, secrets, quietly);
  const port = await choosePort(0, "the server");
  const baseUrl = `http://127.0.0.1:${port}`;
  const places = { databaseUrl: postgres.url, rpcUrl: chain.rpcUrl };
  const folders = { deploymentsFolder: deploymentsFolder(dataDir) };
  const settings = {
    ...appSettings({ baseUrl, port, ...places, ...folders }, secrets.app, undefined),
    ...{ RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" },
  };
  await prepareDatabase(settings, chain, secrets);
  const program = join(projectRoot, "dist", `server-of-bench-${process.pid}.js`);
  await buildServerBundle(program, join(projectRoot, "testing/servers/open-pages.ts"));
  const server = startAppServer(dataDir, [program], { ...settings, NODE_ENV: "production" });
  await server.ready(baseUrl, quietly);
  const db = createDb(postgres.url, { max: 2, work: "maintenance" });
  const stop = async () => {
    await db.end();
    await server.stop();
    await chain.stop();
    await postgres.stop();
    for (const made of [dataDir, program, `${program}.map`]) {
      rmSync(made, { recursive: true, force: true });
    }
  };
  return { baseUrl, db, settings, stop };
}

let merchants = 0;

/** A merchant, registered in the database alone: nothing here is sent to the chain. @returns its key */
async function addMerchant({ db, settings }: NeighbourStage): Promise<string> {
  const id = newId("merchant");
  merchants += 1;
  await db`insert into merchants ${db({ id, businessName: `Books ${merchants}` })}`;
  const [deployment] = await db<{ id: string }[]>`
    select id from deployments where mode = 'test' limit 1`;
  if (!deployment) throw new Error("the demo has a deployment of test mode");
  const owner = `0x${"11".repeat(20)}`;
  const registration = { merchantId: id, mode: "test", deploymentId: deployment.id, owner };
  const chainMerchantId = String(900_000_000 + merchants);
  const onChain = { chainMerchantId, payout: `0x${"22".repeat(20)}`, feeBps: 100 };
  await db`insert into merchant_registrations ${db({ ...registration, ...onChain })}`;
  const scopes = ["invoices_read", "invoices_write"] as const;
  const record = { kind: "secret", name: "bench", merchantId: id, mode: "test", scopes } as const;
  return (await mintKey({ db, config: readEnv(settings) }, record)).key;
}

/** Sends one request. @returns its status and what it took in milliseconds */
async function call(url: string, key: string, body?: string) {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  await reply.text();
  return { status: reply.status, ms: performance.now() - sentAt };
}

/** Makes and reads invoices in turn, at a fixed rate however slow the answers are. @returns what each took */
async function quietTimes(url: string, key: string): Promise<number[]> {
  const startedAt = performance.now();
  return Promise.all(
    Array.from({ length: SECONDS * PER_SECOND }, async (_, at) => {
      await sleep(startedAt + (at * 1_000) / PER_SECOND - performance.now());
      const { status, ms } = await call(url, key, at % 2 === 0 ? invoice : undefined);
      if (status >= 300) throw new Error(`the quiet merchant was answered with ${status}`);
      return ms;
    }),
  );
}

/** Keeps 50 requests under way until the function returned is called, which tells how often each status came. */
function makeNoise(url: string, key: string): () => Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let isOver = false;
  const lanes = Array.from({ length: PARALLEL }, async () => {
    while (!isOver) {
      const { status } = await call(url, key, invoice);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return counts;
  };
}

const stage = await openNeighbourStage();
try {
  const url = `${stage.baseUrl}/v1/invoices`;
  const noisy = await addMerchant(stage);
  const quiet = await addMerchant(stage);
  await quietTimes(url, quiet);
  const best = { alone: Number.POSITIVE_INFINITY, beside: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = percentile(await quietTimes(url, quiet), 0.95);
    const stop = makeNoise(url, noisy);
    const beside = percentile(await quietTimes(url, quiet), 0.95);
    const counts = [...(await stop())].map(([status, count]) => `${count} × ${status}`).join(", ");
    console.log(
      `round ${round}  p95 alone ${alone.toFixed(1)} ms, beside ${PARALLEL} at once ${beside.toFixed(1)} ms (${counts})`,
    );
    best.alone = Math.min(best.alone, alone);
    best.beside = Math.min(best.beside, beside);
  }
  const times = best.beside / best.alone;
  console.log(`\nbeside : alone = ${times.toFixed(2)} (aim: at most ${MOST_TIMES})`);
  if (times > MOST_TIMES) process.exitCode = 1;
} finally {
  await stage.stop();
}

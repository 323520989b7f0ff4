import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createDb, type Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { readEnv } from "@/lib/adapters/env/env";
import { hashPassword, isPassword } from "@/lib/adapters/identity/passwords";
import { createLogger } from "@/lib/adapters/logger/logger";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { authenticateToken } from "@/lib/server/api/authenticate";
import { challengePass } from "@/lib/server/http/cookies";
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
import { keepCoreBusy, newBrowsers, type SolverName } from "./new-browser";

/*
 * How long a password's sign-in takes over HTTP, one at a time, beside its hash alone; how long it takes a new browser, its
 * puzzle included, beside a core that is kept busy; and what looking at an access token takes of this process at each
 * request: its signature, its session, its user and their merchant.
 */
const NEW_BROWSERS = 40;
const WARM_UP = 10;
const SIGN_INS = 200;
const CHECKS = 4_000;

const cookieOf = (text: string | null) => text?.split(";")[0] ?? "";

interface Account {
  readonly email: string;
  readonly password: string;
}

/** The demo's server without its pages, which signing in does without, and what its owner signs in with. */
interface SignInStage {
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly db: Sql;
  stop(): Promise<void>;
}

const quiet = () => {};
const SETTLE_BLOCKS = 4;

async function openSignInStage(): Promise<SignInStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const secrets = openDemoSecrets(join(dataDir, "env"));
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), port: 0, log: quiet });
  const chain = await startLocalChain({
    ...{ folder: join(dataDir, "chain"), port: 0, log: quiet },
    settleBlocks: SETTLE_BLOCKS,
  });
  await prepareChain(chain, dataDir, secrets, quiet);
  const port = await choosePort(0, "the server");
  const baseUrl = `http://127.0.0.1:${port}`;
  const places = { databaseUrl: postgres.url, rpcUrl: chain.rpcUrl };
  const folders = { deploymentsFolder: deploymentsFolder(dataDir) };
  const settings = {
    ...appSettings({ baseUrl, port, ...places, ...folders }, secrets.app, undefined),
    ...{ RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" },
  };
  const { signIn } = await prepareDatabase(settings, chain, secrets);
  if (!signIn) throw new Error("the demo's owner signs in here");
  const program = join(projectRoot, "dist", `server-of-bench-${process.pid}.js`);
  await buildServerBundle(program, join(projectRoot, "testing/servers/open-pages.ts"));
  const server = startAppServer(dataDir, [program], { ...settings, NODE_ENV: "production" });
  await server.ready(baseUrl, quiet);
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
  return { baseUrl, settings, signIn, db, stop };
}

/** Signs in as a browser that has solved the puzzle does. */
async function signIn(
  { settings, baseUrl }: SignInStage,
  account: Account,
): Promise<{ ms: number; cookie: string }> {
  const pass = cookieOf(
    challengePass(readEnv(settings), {
      address: "127.0.0.1",
      purpose: "login",
    }).cookie,
  );
  const begun = performance.now();
  const reply = await fetch(`${baseUrl}/api/identity/login`, {
    method: "POST",
    headers: { origin: baseUrl, cookie: pass, "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const body = await reply.text();
  const ms = performance.now() - begun;
  if (!reply.ok) throw new Error(`The sign-in was refused: ${body}`);
  return { ms, cookie: cookieOf(reply.headers.get("set-cookie")) };
}

async function oneByOne(stage: SignInStage, account: Account, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push((await signIn(stage, account)).ms);
  return times;
}

/** From the first keystroke to the session, in Chromium. */
async function besideBusyCore({ baseUrl, signIn }: SignInStage, solver: SolverName): Promise<void> {
  const rest = keepCoreBusy();
  const [load = 0] = loadavg();
  const times = await newBrowsers(baseUrl, signIn, { solver, count: NEW_BROWSERS });
  await rest();
  report(`a new browser, ${solver}`, times);
  console.log(`${"load before".padEnd(28)} ${load.toFixed(1)}`);
}

/** The slow part of it alone, which is to be slow: whoever has the hashes must not try many passwords. */
async function hashesAlone({ password }: Account, count: number): Promise<number[]> {
  const hash = await hashPassword(password);
  const times: number[] = [];
  while (times.length < count) {
    const begun = performance.now();
    await isPassword(password, hash);
    times.push(performance.now() - begun);
  }
  return times;
}

function report(name: string, times: readonly number[]): void {
  const [half, p95, most] = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0));
  console.log(`${name.padEnd(28)} p50 ${half} ms   p95 ${p95} ms   slowest ${most} ms`);
}

async function accessToken({ baseUrl }: SignInStage, cookie: string): Promise<string> {
  const headers = { origin: baseUrl, cookie };
  const reply = await fetch(`${baseUrl}/api/identity/token`, { method: "POST", headers });
  return ((await reply.json()) as { accessToken: string }).accessToken;
}

/** Milliseconds of this process' own CPU per token. */
async function checkCost(stage: SignInStage, token: string, chains: Chains): Promise<number> {
  const sources = {
    db: stage.db,
    config: readEnv(stage.settings),
    chains: async () => chains,
  };
  const check = () => authenticateToken(sources, "session", token, { header: () => null });
  for (let count = 0; count < CHECKS / 10; count += 1) await check();
  const before = process.cpuUsage();
  for (let count = 0; count < CHECKS; count += 1) await check();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / CHECKS;
}

const stage = await openSignInStage();
try {
  const account = stage.signIn;
  await oneByOne(stage, account, WARM_UP);
  report("one at a time", await oneByOne(stage, account, SIGN_INS));
  report("the password's hash alone", await hashesAlone(account, SIGN_INS));
  await besideBusyCore(stage, "ours");
  await besideBusyCore(stage, "webcrypto");
  const { cookie } = await signIn(stage, account);
  const deployments = await configuredDeployments(readEnv(stage.settings));
  const chains = await pinDeployments(stage.db, deployments, createLogger("silent"));
  const token = await accessToken(stage, cookie);
  const rounds: number[] = [];
  while (rounds.length < 3) rounds.push(await checkCost(stage, token, chains));
  console.log(
    `${"an access token looked at".padEnd(28)} ${Math.min(...rounds).toFixed(3)} ms of CPU`,
  );
} finally {
  await stage.stop();
}

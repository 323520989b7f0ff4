import { type ChildProcess, execFile, type StdioOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Puzzle } from "@/lib/adapters/challenge/altcha";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { buildApp } from "@/scripts/run/demo/build-app";
import { type Anvil, startAnvil } from "@/scripts/run/services/anvil";
import { choosePort } from "@/scripts/run/services/choose-port";
import { type RunningPostgres, startPostgres } from "@/scripts/run/services/postgres";
import { childEnd, isRunning, stopChild, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { solveFast } from "@/testing/solve-puzzle";

/*
 * Sets an installation up with the commands of docs/running.md, on a database, a chain and a mail server of its
 * own. The commands get the settings that the page tells and nothing else of this process' environment.
 */

const START_MS = 300_000;
const CHAIN_ID = 84_532;
const ETHER = "0xde0b6b3a7640000";

let folder: string;
let postgres: RunningPostgres;
let chain: Anvil;
let smtp: TestSmtp;
let server: ChildProcess | undefined;
let output = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stipend-setup-test-"));
  [postgres, chain, smtp] = await Promise.all([
    startPostgres({ dataDir: join(folder, "postgres"), fsync: false }),
    startAnvil({ port: 0, folder, chainId: CHAIN_ID }),
    startSmtp(),
    buildApp(() => {}),
  ]);
  await chain.request("evm_setIntervalMining", [1]);
}, START_MS);

afterAll(async () => {
  if (server?.pid && isRunning(server)) {
    process.kill(-server.pid, "SIGTERM");
    await childEnd(server);
  }
  await Promise.all([postgres?.stop(), smtp?.close()]);
  if (chain) await stopChild(chain.child, "SIGKILL", "SIGKILL", 0);
  rmSync(folder, { recursive: true, force: true });
});

/** The one block of shell commands on the page that has these words. */
function blockWith(words: string): string {
  const page = readFileSync("docs/running.md", "utf8");
  const found = [...page.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block = ""]) => block)
    .filter((block) => block.includes(words));
  if (found.length !== 1 || !found[0]) throw new Error(`One block of the page has ${words}`);
  return found[0];
}

/** What `env -i` leaves, with what finds Node and npm. */
const bare = (more: Record<string, string> = {}) =>
  ({ PATH: process.env.PATH, HOME: folder, ...more }) as unknown as NodeJS.ProcessEnv;

async function run(commands: string, env: Record<string, string> = {}): Promise<string> {
  return (await promisify(execFile)("sh", ["-euc", commands], { env: bare(env) })).stdout;
}

/** A wallet with gas money. */
async function fundedWallet() {
  const key = generatePrivateKey();
  const address = privateKeyToAddress(key);
  await chain.request("anvil_setBalance", [address, ETHER]);
  return { key, address };
}

/** Runs the page's command, with addresses of this chain. @returns the deployment's file */
async function deploy(operator: string): Promise<string> {
  const deployer = await fundedWallet();
  const tokens = await deployLocalTokens({ rpcUrl: chain.rpcUrl, deployerKey: deployer.key });
  const [treasury, admin] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress);
  const given: Record<string, string | undefined> = {
    ...{ rpc: chain.rpcUrl, usdc: tokens.usdc, operator, treasury, admin },
  };
  const command = blockWith("--usdc").replace(
    /--(\w+) (?:https?:|0x)\S+/g,
    (_, flag: string) => `--${flag} ${given[flag]}`,
  );
  const file = join(folder, `${CHAIN_ID}-test.json`);
  await run(`${command.trimEnd()} --file ${file}`, { DEPLOYER_PRIVATE_KEY: deployer.key });
  return file;
}

/** Writes the page's settings, with what it leaves to the operator, and those of this machine. */
function writeSettings(own: Record<string, string>, machine: Record<string, string>): string {
  const lines = blockWith("STIPEND_SECRET_KEY=")
    .replace(/ +#.*$/gm, "")
    .trim()
    .split("\n")
    .map((line) => {
      const [name = ""] = line.split("=");
      return name in own ? `${name}='${own[name]}'` : line;
    });
  expect(lines.filter((line) => line.includes("…"))).toEqual([]);
  const known = lines.map((line) => line.split("=")[0]);
  expect(Object.keys(own).filter((name) => !known.includes(name))).toEqual([]);
  const more = Object.entries(machine).map(([name, value]) => `${name}='${value}'`);
  const file = join(folder, "stipend.env");
  writeFileSync(file, [...lines, ...more, ""].join("\n"), { mode: 0o600 });
  return file;
}

const random = () => randomBytes(32).toString("base64");

/** Sets everything up and starts the server. @returns its address */
async function setUp(): Promise<string> {
  const [operator, one, other] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
  const port = await choosePort(0, "the server");
  const settings = writeSettings(
    {
      DATABASE_URL: postgres.url,
      STIPEND_SECRET_KEY: random(),
      API_KEY_PEPPER: random(),
      TEST_DEPLOYMENT: await deploy(operator.address),
      RELAYER_PRIVATE_KEYS: `${one.key},${other.key}`,
      OPERATOR_PRIVATE_KEY: operator.key,
      INNGEST_SIGNING_KEY: `signkey-prod-${randomBytes(32).toString("hex")}`,
      INNGEST_EVENT_KEY: random(),
      SMTP_URL: smtp.url,
    },
    { TEST_RPC_URLS: chain.rpcUrl, HOST: "127.0.0.1", PORT: String(port) },
  );
  const keys = blockWith("npm run keys -- --mode test")
    .replace("./stipend.env", settings)
    .replace("--payout 0x…", `--payout ${one.address}`);
  const plan = keys.replace(/(npm run seed .*)/, "$1 --dry-run");
  expect(await run(plan.replace(/^npm run keys.*$/m, ""))).toMatch(/lacks \d+ migrations/);
  expect((await run(plan)).match(/would become a keeper/g)).toHaveLength(2);
  const printed = await run(keys);
  const [platformKey] = /^STIPEND_PLATFORM_KEY_TEST=.*$/m.exec(printed) ?? [];
  expect(platformKey).toBeDefined();
  appendFileSync(settings, `${platformKey}\n`);
  const [load = ""] = keys.split("\n");
  expect(load).toContain(settings);
  // `npm run build` is what `buildApp` has done.
  expect(blockWith("npm start")).toBe("npm run build\nnpm start\n");
  start(`${load}\nexec npm start`);
  return `http://127.0.0.1:${port}`;
}

function start(commands: string): void {
  // A group of its own, because npm does not pass on the signal to stop.
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  const child = spawn("sh", ["-euc", commands], { env: bare(), detached: true, stdio });
  server = child;
  stopOnExit(child, "SIGTERM");
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
}

/** A browser on the login page, which is behind a proxy at the app's URL. */
function browser(baseUrl: string) {
  const jar = new Map<string, string>();
  return async (path: string, body: object): Promise<Record<string, unknown>> => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { origin: "https://pay.example.com", "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return { status: answer.status, ...((await answer.json()) as object) };
  };
}

test(
  "an installation that was set up by the documented commands mails the owner a code to sign in with",
  async () => {
    const baseUrl = await setUp();
    const answers = () => {
      if (server && !isRunning(server)) throw new Error(`The server ended:\n${output}`);
      return fetch(`${baseUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);
    const post = browser(baseUrl);
    const challenge = await fetch(`${baseUrl}/v1/auth/challenge?for=code`);
    const { puzzle } = (await challenge.json()) as { puzzle: Puzzle };
    await post("/v1/auth/turnstile/verify", { token: solveFast(puzzle), for: "code" });
    const email = "owner@acme.example";
    const { flow } = await post("/api/identity/code", { email });
    const codeMailed = () => {
      // What the log says of it would otherwise be lost.
      expect(output).not.toContain("a mail could not be worded");
      const { raw = "" } = smtp.received.find(({ to }) => to === email) ?? {};
      return /^Subject: (\d+) is your code to sign in/m.exec(raw)?.[1];
    };
    await expect.poll(codeMailed).toMatch(/^\d+$/);
    const signedIn = await post("/api/identity/verify", { flow, code: codeMailed() });
    expect(signedIn).toMatchObject({ status: "signed_in" });
    const ready = await fetch(`${baseUrl}/ready?mode=test`);
    expect(await ready.json()).toMatchObject({
      // The relay's wallets are keepers: what falls due is charged.
      checks: { mail: { status: "ok" }, renewals: { status: "ok" } },
    });
  },
  START_MS,
);

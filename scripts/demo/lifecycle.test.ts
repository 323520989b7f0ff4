import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoInfo } from "./demo-info";
import { resetData } from "./reset-data";
import type { ReceivedWebhook } from "./webhook-sink";

/** The first start may have to build the app. */
const START_MS = 300_000;
const STOP_MS = 60_000;

const run = promisify(execFile);

let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "stipend-lifecycle-test-"));
});

afterAll(async () => {
  for (const child of running) child.kill("SIGTERM");
  await Promise.all([...running].map((child) => new Promise((done) => child.once("exit", done))));
  await resetData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}, STOP_MS);

interface DemoProcess {
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

const node = [process.execPath, "--import", "tsx", "scripts/demo.ts"];
const npm = ["npm", "run", "--silent", "demo", "--"];

function start(options: string[], [program = "", ...script] = node): DemoProcess {
  const ports = ["--port", "--pg-port", "--chain-port", "--sink-port"].flatMap((flag) =>
    options.includes(flag) ? [] : [flag, "0"],
  );
  const child = spawn(program, [...script, "--data-dir", dataDir, ...ports, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { output: () => output, ended, kill: (signal) => child.kill(signal) };
}

async function startAndWait(
  options: string[] = [],
  command = node,
): Promise<DemoProcess & { info: DemoInfo }> {
  const demo = start(options, command);
  const isOver = demo.ended.then(() => true);
  await expect
    .poll(
      async () => {
        if (await Promise.race([isOver, false])) throw new Error(demo.output());
        return demo.output();
      },
      { timeout: START_MS, interval: 100 },
    )
    .toContain("Ready in");
  return { ...demo, info: JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) };
}

/** Everything that a demo leaves a note of on disk. */
function servers(): Record<string, number> {
  const pidOf = (path: string) => {
    const file = join(dataDir, path);
    if (!existsSync(file)) return 0;
    const text = readFileSync(file, "utf8");
    return Number(/"pid":\s*(\d+)/.exec(text)?.[1] ?? text.split("\n")[0]);
  };
  return {
    app: pidOf("server.json"),
    chain: pidOf("chain/anvil.json"),
    postgres: pidOf("postgres/postmaster.pid"),
  };
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const alive = (pids: Record<string, number>) =>
  Object.keys(pids).filter((name) => isAlive(pids[name] ?? 0));

const secretsOf = ({ apiKeys, live, wallets, merchant }: DemoInfo) => ({
  apiKeys,
  liveKeys: live.apiKeys,
  wallets,
  merchant,
});

let first: DemoInfo;

test(
  "a demo serves the app, tells where, and ends without leaving a process when interrupted",
  async () => {
    const demo = await startAndWait();
    first = demo.info;
    expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200);
    expect(first.wallets.length).toBeGreaterThanOrEqual(3);
    expect(first.live.contracts).not.toEqual(first.contracts);
    expect(first.live.apiKeys.secret).toMatch(/^sk_live_/);
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    expect(`${demo.output()}${JSON.stringify(first)}`).not.toContain("plat_");
    const pids = servers();
    expect(alive(pids)).toEqual(["app", "chain", "postgres"]);

    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
    expect(alive(pids)).toEqual([]);
  },
  START_MS + STOP_MS,
);

test(
  "after a kill -9 it goes on with the same keys, and nothing of the killed one is left",
  async () => {
    const killed = await startAndWait();
    const orphans = servers();
    killed.kill("SIGKILL");
    await killed.ended;
    const again = await startAndWait();
    expect(alive(orphans)).toEqual([]);
    expect(secretsOf(again.info)).toEqual(secretsOf(first));
    expect(again.output()).toMatch(/Contracts and wallets .* kept/);
    expect(again.output()).toMatch(/Production build .* unchanged/);

    const second = start([]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("in use by process");
    again.kill("SIGTERM");
    expect(await again.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a %s to the npm that runs it ends the demo too",
  async (signal) => {
    const demo = await startAndWait([], npm);
    const pids = servers();
    expect(alive(pids)).toEqual(["app", "chain", "postgres"]);
    demo.kill(signal);
    await demo.ended;
    await expect.poll(() => alive(pids), { timeout: STOP_MS }).toEqual([]);
  },
  START_MS + STOP_MS,
);

test(
  "a taken port is named with its flag, and nothing is left running",
  async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(0, "127.0.0.1", resolve);
    });
    const { port } = blocker.address() as AddressInfo;
    for (const flag of ["--port", "--pg-port", "--chain-port", "--sink-port"]) {
      const demo = start([flag, String(port)]);
      expect(await demo.ended).toBe(1);
      expect(demo.output()).toMatch(new RegExp(`Port ${port} .*is taken.*\\(${flag} N, or`));
      expect(alive(servers())).toEqual([]);
    }
    await new Promise((resolve) => blocker.close(resolve));
  },
  START_MS,
);

test(
  "--reset starts over with new keys",
  async () => {
    const demo = await startAndWait(["--reset"]);
    const [before, after] = [secretsOf(first), secretsOf(demo.info)];
    expect(after.apiKeys.secret).not.toBe(before.apiKeys.secret);
    expect(after.liveKeys.publishable).not.toBe(before.liveKeys.publishable);
    expect(after.merchant.id).not.toBe(before.merchant.id);
    expect(after.wallets[0]?.address).not.toBe(before.wallets[0]?.address);
    const { baseUrl } = demo.info;
    const call = (key: string) =>
      fetch(`${baseUrl}/v1/payment-sessions`, { headers: { authorization: `Bearer ${key}` } });
    expect((await call(after.apiKeys.secret)).status).toBe(200);
    expect((await call(before.apiKeys.secret)).status).toBe(401);
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

/** The shell commands of a section of the README, as they would be pasted. */
function commandsOf(section: string): string {
  const readme = readFileSync("README.md", "utf8");
  const [, text = ""] = readme.split(`\n## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join("\n");
}

test(
  "the first payment of the README works when its commands are pasted",
  async () => {
    const demo = await startAndWait();
    const { webhookSinkUrl, merchant } = demo.info;
    const commands = commandsOf("The first payment").replaceAll(".stipend", dataDir);
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", commands], {
      env: { ...process.env, DEMO_DATA_DIR: dataDir },
    });
    const [session] = stdout.match(/ps_\w{24}/) ?? [];
    expect(stdout).toContain("2500000 = 25000 fee + 2475000 to the merchant");
    expect(stdout).toMatch(/"status":"confirmed"/);
    expect(stdout.trim().split("\n").at(-1)).toBe("2475000");
    const received = async () => {
      const list = (await (await fetch(webhookSinkUrl)).json()) as { data: ReceivedWebhook[] };
      return list.data.map(({ verified, body }) => ({ verified, body }));
    };
    const told = (type: string) => ({
      verified: true,
      body: { type, resource: { id: session }, data: { object: { merchantId: merchant.id } } },
    });
    await expect
      .poll(received, { timeout: 20_000 })
      .toMatchObject([told("payment.completed"), told("payment.created")]);
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { choosePort } from "@/scripts/run/services/choose-port";
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

// A demo that a failed test leaves behind would keep the next one from starting.
afterEach(async () => {
  for (const child of running) child.kill("SIGTERM");
  await Promise.all([...running].map((child) => new Promise((done) => child.once("exit", done))));
}, STOP_MS);

afterAll(async () => {
  await resetData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}, STOP_MS);

interface DemoProcess {
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

const node = [process.execPath, "--import", "tsx", "scripts/run/demo.ts"];
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
    const { email, password } = first.signIn ?? {};
    expect(demo.output()).toContain(`Sign in        ${email}, ${password}`);
    const { admin } = first;
    expect(demo.output()).toContain(`Console        ${first.baseUrl}/admin`);
    expect(demo.output()).toContain(
      `${admin?.email}, ${admin?.password}, codes of ${admin?.totpSecret}`,
    );
    expect(await (await fetch(`${first.baseUrl}/login`)).text()).toContain("Sign in");
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

/** The shell commands of a section of a page, as they would be pasted. */
function commandsOf(page: string, section: string): string {
  const [, text = ""] = readFileSync(page, "utf8").split(`\n## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join("\n");
}

/** Runs shell commands on the demo as if they were pasted; `strictly`: the first that fails ends them. */
async function paste(
  commands: string,
  strictly: boolean,
): Promise<{ stdout: string; stderr: string }> {
  const options = strictly ? ["-euo", "pipefail"] : [];
  return run("bash", [...options, "-c", commands.replaceAll(".stipend", dataDir)], {
    env: { ...process.env, DEMO_DATA_DIR: dataDir },
  });
}

/** What `npm run pay` prints, and its exit code. */
async function pay(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DEMO_DATA_DIR: dataDir };
  return run("npm", ["run", "--silent", "pay", "--", ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: `${stdout}${stderr}` }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

test(
  "the payments of the README and of the demo's page work when their commands are pasted, and pasted again",
  async () => {
    const demo = await startAndWait();
    const { webhookSinkUrl, merchant } = demo.info;
    const readme = commandsOf("README.md", "The first payment");
    const first = await paste(readme, true);
    const [paid = ""] = first.stdout.match(/ps_\w{24}/) ?? [];
    expect(first.stdout).toContain("2500000 = 25000 fee + 2475000 to the merchant");
    expect(first.stdout).toMatch(/"status":"confirmed"/);
    const again = await paste(readme, false);
    expect(again.stderr).toContain(`Nothing was paid: ${paid} is paid already`);
    expect(again.stdout).toMatch(/"status":"confirmed"/);

    const page = commandsOf("docs/demo.md", "A payment with its webhook");
    const { stdout } = await paste(page, true);
    const [session] = stdout.match(/ps_\w{24}/) ?? [];
    expect(stdout).toContain("2500000 = 25000 fee + 2475000 to the merchant");
    expect(stdout.trim().split("\n").at(-1)).toBe("4950000");
    const received = async () => {
      const list = (await (await fetch(webhookSinkUrl)).json()) as { data: ReceivedWebhook[] };
      return list.data.map(({ verified, body }) => ({ verified, body }));
    };
    const told = (type: string) => ({
      verified: true,
      body: { type, resource: { id: session }, data: { object: { merchantId: merchant.id } } },
    });
    const both = [told("payment.completed"), told("payment.created")];
    await expect.poll(received, { timeout: 60_000 }).toMatchObject(both);
    expect((await paste(page, false)).stdout.trim().split("\n").at(-1)).toBe("4950000");
    expect(await received()).toHaveLength(2);
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

test(
  "the commands of every guide work when they are pasted",
  async () => {
    const demo = await startAndWait();
    const saysOf: Readonly<Record<string, readonly RegExp[]>> = {
      "quick-start": [/^confirmed$/m, /"netAmount":"48510000"/],
      webhooks: [/^payment\.completed$/m, /^forged$/m, /^1 [a-z]+$/m],
      "test-clock": [/'payment\.failed': [1-9]/, /^expired$/m],
      subscriptions: [/\/subscribe\/plan_/, /^list$/m, /^not_found$/m, /^false$/m],
      selling: [/\/b\/link_/, /^prod_/m],
      refunds: [/^pending$/m, /^exceeds_refundable$/m, /^cancelled$/m],
      books: [/"closing":"[1-9]/, /^USDC 0x[0-9a-f]{40} in [1-9]/m, /^[1-9]\d* movements agree$/m],
      agent: [/^recovery,cashflow$/m, /^list$/m],
      "going-live": [/^not_found$/m, /^(?:ok|degraded)$/m],
    };
    const guides = readdirSync("docs/guides").map((name) => name.replace(/\.md$/, ""));
    // The clock goes ahead with the last one: what begins after that would be long overdue.
    const inOrder = guides.sort((one) => (one === "test-clock" ? 1 : -1));
    expect([...inOrder].sort()).toEqual(Object.keys(saysOf).sort());
    for (const guide of inOrder) {
      const text = readFileSync(`docs/guides/${guide}.md`, "utf8");
      const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join("\n");
      const { stdout } = await paste(`TMPDIR=${dataDir}\n${commands}`, true);
      for (const words of saysOf[guide] ?? []) expect(stdout, guide).toMatch(words);
    }
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

test(
  "npm run pay says why nothing is paid",
  async () => {
    const demo = await startAndWait();
    const { baseUrl, apiKeys } = demo.info;
    const post = async (path: string, body: object = {}) => {
      const answer = await fetch(`${baseUrl}/v1/payment-sessions${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKeys.secret}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { id: string };
    };
    const open = () => post("", { amount: "1000000", currency: "USDC" });
    const [paid, expired, cancelled] = [await open(), await open(), await open()];
    await post(`/${expired.id}/expire`);
    await post(`/${cancelled.id}/cancel`);
    expect(await pay("--session", paid.id)).toMatchObject({ code: 0 });
    const refusals = [
      [paid.id, `Nothing was paid: ${paid.id} is paid already`],
      [expired.id, `Nothing was paid: ${expired.id} has expired; make a new session`],
      [cancelled.id, `Nothing was paid: ${cancelled.id} is cancelled, and only a pending session`],
      ["ps_nobody", "Nothing was paid: the demo's merchant has no payment session ps_nobody"],
    ];
    for (const [session = "", words] of refusals) {
      const { code, output } = await pay("--session", session);
      expect(output).toContain(words);
      expect(output).not.toContain("submission");
      expect(code).toBe(1);
    }
    expect(await pay("--wallet", "99")).toMatchObject({ code: 2 });
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
    const away = await pay();
    expect(away.output).toContain(`Nothing answers at ${baseUrl}: is the demo running?`);
    expect(away.code).toBe(1);
    const nowhere = await pay("--data-dir", join(dataDir, "nowhere"));
    expect(nowhere.output).toContain("npm run demo makes it");
  },
  START_MS + STOP_MS,
);

test(
  "the README's server sends customers to the pay page, and ships what was paid, with its listener beside it",
  async () => {
    const demo = await startAndWait();
    const port = await choosePort(0, "the example");
    const [, source = ""] = readFileSync("README.md", "utf8").match(/```js\n(.*?)```/s) ?? [];
    const own = (text: string) => text.replaceAll("4000", String(port));
    // Beside the packages, where an integrator's own would be.
    const folder = mkdtempSync(join("node_modules", ".readme-server-"));
    writeFileSync(join(folder, "server.mjs"), own(source));
    const commands = own(commandsOf("README.md", "A server")).replace(
      "node server.mjs",
      `${process.execPath} ${join(folder, "server.mjs")}`,
    );
    const child = spawn("bash", ["-euo", "pipefail", "-c", commands], {
      env: {
        ...process.env,
        BASE: demo.info.baseUrl,
        KEY: demo.info.apiKeys.secret,
        DEMO_DATA_DIR: dataDir,
        STIPEND_STATE_DIR: join(dataDir, "listener"),
      },
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, so that the server in the background ends with it.
      detached: true,
    });
    onTestFinished(() => {
      if (child.pid) process.kill(-child.pid, "SIGTERM");
      rmSync(folder, { recursive: true });
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    const shipped = () => output.split("\n").filter((line) => line.startsWith("ship"));
    const shop = `http://localhost:${port}`;
    const buy = () => fetch(`${shop}/buy`, { redirect: "manual" });
    const status = () =>
      buy().then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 60_000 }).toBe(303);
    const [session = ""] = (await buy()).headers.get("location")?.match(/ps_\w{24}/) ?? [];
    const again = (await buy()).headers.get("location");
    expect(again).toContain(session);
    await fetch(`${shop}/thanks`);
    const forged = await fetch(`${shop}/webhooks`, {
      method: "POST",
      headers: {
        "webhook-id": "evt_forged",
        "webhook-timestamp": `${Math.floor(Date.now() / 1_000)}`,
        "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
      },
      body: JSON.stringify({
        id: "evt_forged",
        type: "payment.completed",
        data: { object: { metadata: { order: "order-9" } } },
      }),
    });
    expect(forged.status).toBe(400);
    expect(shipped()).toEqual([]);
    await expect.poll(() => output, { timeout: 60_000 }).toContain("connected, behind");
    const other = await pay();
    expect(other).toMatchObject({ code: 0 });
    expect(await pay("--session", session)).toMatchObject({ code: 0 });
    await expect.poll(shipped, { timeout: 60_000 }).toEqual(["ship order-2001"]);
    const [unasked = ""] = other.output.match(/ps_\w{24}/) ?? [];
    const listened = (id: string) =>
      output.match(new RegExp(`payment\\.completed {2}${id} .* → 200 in`));
    await expect.poll(() => [unasked, session].every(listened), { timeout: 60_000 }).toBe(true);
    expect(shipped()).toEqual(["ship order-2001"]);
    demo.kill("SIGINT");
    expect(await demo.ended).toBe(0);
  },
  START_MS + STOP_MS,
);

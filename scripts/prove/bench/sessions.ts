import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { startDemo } from "@/scripts/run/demo/start-demo";
import { choosePort } from "@/scripts/run/services/choose-port";
import { stopChild, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import { type Contestant, measureInTurn } from "./request-load";

const order = JSON.stringify({ amount: "49000000", currency: "USDC" });

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url, { method: "POST", body: order }).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

async function startChild(
  name: string,
  command: string[],
  path: string,
  env: Record<string, string>,
): Promise<Contestant> {
  const port = await choosePort(0, name);
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stopOnExit(child, "SIGKILL");
  stops.push(() => stopChild(child, "SIGTERM", "SIGKILL", 5_000));
  const url = `http://127.0.0.1:${port}${path}`;
  await untilItAnswers(url);
  return { name, load: { url, body: order } };
}

const nextBin = join(projectRoot, "node_modules/next/dist/bin/next");

/**
 * Builds an application that is nothing but one route handler, in a folder outside the project: Next
 * would take the project's own files from the folders above.
 */
async function buildBareNext(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-bare-next-"));
  cpSync(join(projectRoot, "scripts/prove/bench/bare-next"), folder, { recursive: true });
  mkdirSync(join(folder, "scripts/prove/bench"), { recursive: true });
  const inserter = "scripts/prove/bench/insert-row.ts";
  cpSync(join(projectRoot, inserter), join(folder, inserter));
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "next.config.mjs"),
    "export default { agentRules: false, typescript: { ignoreBuildErrors: true }, experimental: { agentUpgrade: false } };\n",
  );
  const compilerOptions = {
    module: "esnext",
    moduleResolution: "bundler",
    paths: { "@/*": ["./*"] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(
    join(folder, "app/layout.tsx"),
    'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  );
  const build = spawn(process.execPath, [nextBin, "build", "--webpack", folder], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const code = await new Promise((resolve) => build.once("close", resolve));
  if (code !== 0) throw new Error("the bare Next application does not build");
  return folder;
}

const stops: (() => Promise<void> | void)[] = [];

async function startContestants(): Promise<Contestant[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
  const appEnv = { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" };
  const demo = await startDemo({ dataDir, ...ports, appEnv });
  stops.push(() => demo.stop());
  const folder = await buildBareNext();
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: demo.databaseUrl };
  const { baseUrl, apiKeys } = demo.info;
  const headers = { authorization: `Bearer ${apiKeys.secret}` };
  const url = `${baseUrl}/v1/payment-sessions`;
  const rawServer = ["--import", "tsx", join(projectRoot, "scripts/prove/bench/raw-server.ts")];
  return [
    { name: "POST /v1/payment-sessions", load: { url, body: order, headers } },
    await startChild("bare Next route, one insert", [nextBin, "start", folder], "/insert", env),
    await startChild("raw node:http, one insert", rawServer, "/", env),
  ];
}

try {
  const contestants = await startContestants();
  const best = await measureInTurn(contestants);
  const [ours = 0, bare = 0, raw = 0] = contestants.map(({ name }) => best.get(name));
  console.log(`\nPOST /v1/payment-sessions : bare Next route = ${(ours / bare).toFixed(2)}`);
  console.log(`POST /v1/payment-sessions : raw node:http   = ${(ours / raw).toFixed(2)}`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

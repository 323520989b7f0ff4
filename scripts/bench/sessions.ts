import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/scripts/contracts/sources";
import { startDemo } from "@/scripts/demo/start-demo";
import { choosePort } from "@/scripts/services/choose-port";
import { stopChild, stopOnExit } from "@/scripts/services/stop-on-exit";
import { type Load, requestsPerSecond } from "./load";

const ROUNDS = 3;
const SECONDS = 8;
const WARM_UP_SECONDS = 3;
const order = JSON.stringify({ amount: "49000000", currency: "USDC" });

interface Contestant {
  name: string;
  load: Omit<Load, "seconds">;
  stop(): Promise<void>;
}

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
  port: number,
  path: string,
  env: Record<string, string>,
): Promise<Contestant> {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stopOnExit(child, "SIGKILL");
  const url = `http://127.0.0.1:${port}${path}`;
  await untilItAnswers(url);
  return {
    name,
    load: { url, body: order },
    stop: () => stopChild(child, "SIGTERM", "SIGKILL", 5_000),
  };
}

const nextBin = join(projectRoot, "node_modules/next/dist/bin/next");

/** Builds an application that is nothing but one route handler, in a folder inside the project. */
async function buildBareNext(): Promise<string> {
  const folder = mkdtempSync(join(projectRoot, ".stipend/bare-next-"));
  cpSync(join(projectRoot, "scripts/bench/bare-next"), folder, { recursive: true });
  mkdirSync(join(folder, "scripts/bench"), { recursive: true });
  cpSync(
    join(projectRoot, "scripts/bench/insert-row.ts"),
    join(folder, "scripts/bench/insert-row.ts"),
  );
  writeFileSync(
    join(folder, "next.config.mjs"),
    `export default { agentRules: false, experimental: { agentUpgrade: false }, turbopack: { root: ${JSON.stringify(projectRoot)} } };\n`,
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { paths: { "@/*": ["./*"] } },
    }),
  );
  writeFileSync(
    join(folder, "app/layout.tsx"),
    'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  );
  const build = spawn(process.execPath, [nextBin, "build", folder], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const code = await new Promise((resolve) => build.once("close", resolve));
  if (code !== 0) throw new Error("the bare Next application does not build");
  return folder;
}

/** Measures the contestants in turn, several times, so that a slow minute hits all of them. */
async function measure(contestants: Contestant[]): Promise<Map<string, number>> {
  const best = new Map<string, number>();
  for (const { load } of contestants)
    await requestsPerSecond({ ...load, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, load } of contestants) {
      const rate = await requestsPerSecond({ ...load, seconds: SECONDS });
      best.set(name, Math.max(best.get(name) ?? 0, rate));
      console.log(`round ${round + 1}  ${name.padEnd(28)} ${rate.toFixed(0)} requests/s`);
    }
  }
  return best;
}

const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
const demo = await startDemo({
  dataDir,
  port: 0,
  pgPort: 0,
  chainPort: 0,
  sinkPort: 0,
  appEnv: { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" },
});
const folder = await buildBareNext();
const env = { DATABASE_URL: demo.databaseUrl };
const stipend: Contestant = {
  name: "POST /v1/payment-sessions",
  load: {
    url: `${demo.info.baseUrl}/v1/payment-sessions`,
    body: order,
    headers: { authorization: `Bearer ${demo.info.apiKeys.secret}` },
  },
  stop: () => demo.stop(),
};
const bare = await startChild(
  "bare Next route, one insert",
  [nextBin, "start", folder],
  await choosePort(0, "Next"),
  "/insert",
  env,
);
const raw = await startChild(
  "raw node:http, one insert",
  ["--import", "tsx", join(projectRoot, "scripts/bench/raw-server.ts")],
  await choosePort(0, "node"),
  "/",
  env,
);
try {
  const best = await measure([stipend, bare, raw]);
  const rate = (name: string) => best.get(name) ?? 0;
  console.log(
    `\nPOST /v1/payment-sessions : bare Next route = ${(rate(stipend.name) / rate(bare.name)).toFixed(2)}`,
  );
  console.log(
    `POST /v1/payment-sessions : raw node:http   = ${(rate(stipend.name) / rate(raw.name)).toFixed(2)}`,
  );
} finally {
  for (const contestant of [bare, raw, stipend]) await contestant.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

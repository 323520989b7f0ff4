import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { type Demo, startDemo } from "@/scripts/run/demo/start-demo";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { choosePort } from "@/scripts/run/services/choose-port";
import { stopChild, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import { createTestIssuer } from "@/testing/test-issuer";

const nextBin = join(projectRoot, "node_modules/next/dist/bin/next");
const vitestBin = join(projectRoot, "node_modules/vitest/vitest.mjs");

/**
 * What a request meets before a handler: paths, methods, headers, callers. Behind it `next start` runs the
 * handlers that the tests in process and of `npm start` ask with every body and every filter.
 */
const BODIES = "testing/api/bodies.test.ts";
const MAIN_TESTS = ["testing/api", "--exclude", BODIES];
const ENTRY_TESTS = ["testing/api/api.test.ts", "testing/api/edge.test.ts", "testing/api/server"];

/** Runs tests that are generated from the declarations against a server that listens. */
async function testServer(
  name: string,
  baseUrl: string,
  { demo, folder, tests }: { demo: Demo; folder: string; tests: string[] },
): Promise<boolean> {
  console.log(`\n${name}`);
  const target = join(folder, "api-target.json");
  writeFileSync(
    target,
    JSON.stringify({ baseUrl, env: demo.settings, issuerKey: issuer.privateKey }),
    { mode: 0o600 },
  );
  const child = spawn(process.execPath, [vitestBin, "run", ...tests], {
    cwd: projectRoot,
    env: { ...process.env, API_TARGET: target },
    stdio: "inherit",
  });
  return (await new Promise((resolve) => child.once("close", resolve))) === 0;
}

/** `next start` alone, beside the demo's own server, on the same database. */
async function startNext(demo: Demo): Promise<{ baseUrl: string; child: ChildProcess }> {
  const port = await choosePort(0, "next start");
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [nextBin, "start", "--port", String(port)], {
    cwd: projectRoot,
    env: { ...process.env, ...demo.settings, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stopOnExit(child, "SIGKILL");
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${baseUrl}/ready`).catch(() => null);
    if (answer?.ok) return { baseUrl, child };
    await sleep(100);
  }
  throw new Error("next start does not get ready");
}

const issuer = createTestIssuer();

/** What `npm test` leaves out: every body, and `next start`. */
async function testFurther(demo: Demo, folder: string): Promise<boolean> {
  const { baseUrl: ours } = demo.info;
  if (!(await testServer("npm start", ours, { demo, folder, tests: [BODIES] }))) return false;
  const { baseUrl, child } = await startNext(demo);
  const passed = await testServer("next start", baseUrl, { demo, folder, tests: ENTRY_TESTS });
  await stopChild(child, "SIGTERM", "SIGKILL", 10_000);
  return passed;
}

async function testApi(further: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-api-tests-"));
  const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
  const demo = await startDemo({
    dataDir: join(folder, "data"),
    ...ports,
    appEnv: {
      RATE_LIMIT_SCALE: "100000",
      LOG_LEVEL: "error",
      IDENTITY_TEST_ISSUER_KEY: issuer.publicKey,
    },
  });
  const { baseUrl } = demo.info;
  try {
    const passed = further
      ? await testFurther(demo, folder)
      : await testServer("npm start", baseUrl, { demo, folder, tests: MAIN_TESTS });
    process.exitCode = passed ? 0 : 1;
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const usage = `npm run test:api [-- --further]

Asks each endpoint of \`npm start\` what its declaration says. --further: every body, and of \`next start\` what precedes
the handlers.`;

await runWithOptions(usage, { further: { type: "boolean" } }, ({ further = false }) =>
  testApi(further),
);

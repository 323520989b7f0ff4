import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { countTests, type TestCount, type TestRunner } from "./count-tests";
import { runWithOptions } from "./run-with-options";
import { recordsFolder } from "./statements/records";

const usage = `npm test [-- --fast]

Runs everything that has to pass: lint, types, and the tests of contracts, units, API, browser, demo and
chaos, up to the first that fails. --fast, or npm run test:fast: what needs no database, chain or build.`;

interface Step {
  /** Name in package.json. */
  script: string;
  arguments?: string[];
  /** Whose summary to count; a check without one counts as a single test. */
  runner?: TestRunner;
}

/** In this order: what is fast or most often wrong comes first, and what needs the build comes after it. */
const STEPS: Step[] = [
  { script: "lock:check" },
  { script: "lint" },
  { script: "lint:unused" },
  { script: "types" },
  { script: "test:contracts", runner: "forge" },
  { script: "test:unit", runner: "vitest" },
  { script: "check:statements" },
  { script: "test:mutants:changed" },
  { script: "test:api", runner: "vitest" },
  { script: "check:pay-size" },
  { script: "test:e2e", runner: "playwright" },
  { script: "test:demo", runner: "vitest" },
  { script: "test:chaos", arguments: ["--seed", "1", "--short"], runner: "chaos" },
];

/** What tells within two minutes whether a change is worth the rest: no database, no chain, no build. */
const FAST_STEPS: Step[] = [
  { script: "lint" },
  { script: "types" },
  { script: "test:pure", runner: "vitest" },
];

const MAX_CAPTURE = 64_000;

/** Runs the steps one after the other up to the first that fails; the last line is `N passed, N failed`. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  const total: TestCount = { passed: 0, failed: 0 };
  const startedAt = performance.now();
  // A test that sends nothing any more would not replace its record.
  rmSync(recordsFolder, { recursive: true, force: true });
  for (const step of steps) {
    console.log(`\n=== ${step.script}`);
    const stepStartedAt = performance.now();
    const count = await runStep(step);
    total.passed += count.passed;
    total.failed += count.failed;
    const outcome = count.failed > 0 ? "failed" : "passed";
    console.log(`=== ${step.script} ${outcome} after ${seconds(stepStartedAt)}`);
    if (count.failed > 0) break;
  }
  console.log(`\nAll steps took ${seconds(startedAt)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

async function runStep({ script, arguments: given = [], runner }: Step): Promise<TestCount> {
  const { status, output } = await runScript(script, given);
  const count = runner ? countTests(runner, output) : { passed: 1, failed: 0 };
  if (status === 0 && count.passed > 0) return count;
  return { passed: runner ? count.passed : 0, failed: Math.max(1, count.failed) };
}

/** Passes on what the script prints and keeps the end of it, where the summary stands. */
async function runScript(
  script: string,
  given: string[],
): Promise<{ status: number; output: string }> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...given], {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_CAPTURE);
    process.stdout.write(chunk);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const status = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
  return { status, output };
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

await runWithOptions(usage, { fast: { type: "boolean" } }, ({ fast }) =>
  runSteps(fast ? FAST_STEPS : STEPS),
);

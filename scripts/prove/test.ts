import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { runWithOptions } from "@/scripts/run/run-with-options";
import {
  countTests,
  runStages,
  type Stage,
  type Step,
  stagesFrom,
  type TestCount,
} from "./run-stages";
import { recordsFolder } from "./statements/records";

const usage = `npm test [-- --fast | --all] [--from STEP]

Runs everything that has to pass: lint, types, and the tests of contracts, units, API, browser, demo and
chaos, up to the first that fails; some run beside each other. --fast, or npm run test:fast: what needs no
database, chain or build. --all, or npm run test:all: also what takes long, such as further browser tests,
campaigns, drills, mutants and seeds, and goes on after one of those that fails. --from: goes on with the stage of
that step, which a run that failed names.`;

const playwright = (project: string): Step => ({
  script: "test:e2e",
  arguments: ["--project", project],
  runner: "playwright",
});

const chaos = (...given: string[]): Step => ({
  script: "test:chaos",
  arguments: given,
  runner: "chaos",
});

/**
 * What is fast or most often wrong comes first, and what needs the build after it. Beside each other runs what
 * leaves a core to the other: forge's compiler has one thread, and browsers and demos wait for blocks.
 */
const STAGES: Stage[] = [
  [
    [{ script: "test:contracts", runner: "forge" }, { script: "lint" }],
    [
      { script: "lock:check" },
      { script: "lint:unused" },
      { script: "types" },
      { script: "build:once" },
      { script: "check:page-sizes" },
    ],
  ],
  [[{ script: "test:unit", runner: "vitest" }]],
  [
    [playwright("flows")],
    [
      { script: "test:api", runner: "vitest" },
      { script: "check:statements", arguments: ["--partial"] },
    ],
    [{ script: "test:demo", arguments: ["-t", "README"], runner: "vitest" }],
  ],
  // Alone: its clients and workers have limits in seconds.
  [[chaos("--seed", "1", "--short")]],
];

/** What tells within two minutes whether a change is worth the rest: no database, no chain, no build. */
const FAST_STAGES: Stage[] = [
  [[{ script: "lint" }, { script: "types" }, { script: "test:pure", runner: "vitest" }]],
];

/**
 * What takes too long for every change. One that fails does not keep the others from running: who waited for two
 * hours wants to know of all that fail, and repeats those alone.
 */
const LONG_STAGES: Stage[] = [
  [[{ script: "test:long", runner: "vitest" }]],
  [
    [
      { script: "tools:install" },
      { script: "test:api", arguments: ["--further"], runner: "vitest" },
      { script: "check:openapi" },
      { script: "check:clients" },
      { script: "check:statements" },
    ],
  ],
  // Two rows: beside a third one, browsers and the demo's steps take longer than their limits.
  [
    [playwright("payers"), playwright("merchants"), playwright("privy")],
    [
      { script: "test:demo", runner: "vitest" },
      { script: "test:privy-modal" },
      { script: "drill:broadcast" },
      { script: "drill:own-core" },
      { script: "drill:read-only-database" },
      { script: "drill:rotate-secrets" },
      { script: "drill:stolen-keeper" },
      { script: "test:contracts", arguments: ["--campaign"], runner: "forge" },
    ],
  ],
  // Each Node builds the app anew, which nothing beside it may be using.
  [[{ script: "test:nodes" }, { script: "test:mutants:lines" }]],
  [[chaos("--seed", "2")]],
  [[chaos("--machine", "renewals", "--short")], [chaos("--machine", "jobs", "--short")]],
  [[{ script: "test:mutants" }]],
];

const MAX_CAPTURE = 64_000;

/** The last line is `N passed, N failed`. */
async function runAll(stages: readonly Stage[]): Promise<void> {
  const startedAt = performance.now();
  // A test that sends nothing any more would not replace its record.
  const areMadeAnew = stages.flat(2).some(({ script }) => script === "test:unit");
  if (areMadeAnew) rmSync(recordsFolder, { recursive: true, force: true });
  const total = await runStages(stages, {
    runStep,
    print: (text) => process.stdout.write(text),
    now: () => performance.now(),
    goesOn: (stage) => LONG_STAGES.includes(stage),
  });
  console.log(`\nAll steps took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

async function runStep(
  { script, arguments: given = [], runner }: Step,
  print: (chunk: string) => void,
): Promise<TestCount> {
  const { status, output } = await runScript(script, given, print);
  const count = runner ? countTests(runner, output) : { passed: 1, failed: 0 };
  if (status === 0 && count.passed > 0) return count;
  return { passed: runner ? count.passed : 0, failed: Math.max(1, count.failed) };
}

/** Passes on what the script prints and keeps the end of it, where the summary stands. */
async function runScript(
  script: string,
  given: string[],
  print: (chunk: string) => void,
): Promise<{ status: number; output: string }> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...given], {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  const keep = (chunk: string) => {
    output = `${output}${chunk}`.slice(-MAX_CAPTURE);
    print(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const status = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
  return { status, output };
}

const flags = {
  fast: { type: "boolean" },
  all: { type: "boolean" },
  from: { type: "string" },
} as const;

await runWithOptions(usage, flags, ({ fast, all, from = "" }) => {
  const stages = fast ? FAST_STAGES : [...STAGES, ...(all ? LONG_STAGES : [])];
  return runAll(stagesFrom(stages, from));
});

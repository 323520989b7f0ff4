import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findForge } from "@/scripts/contracts/find-forge";
import { projectRoot } from "@/scripts/contracts/sources";
import { type Given, runWithOptions } from "@/scripts/run-with-options";
import { changesHere, chooseAtRandom } from "./choose-mutants";
import type { LineMutant } from "./line-mutant";
import { loadMutants } from "./load-mutants";

const usage = `npm run test:mutants:lines [-- --only TEXT] [--changed [--base COMMIT]] [--at-most N] [--seconds N] [--workers N]

Takes one rule at a time out of a copy of the project, and expects the test that is named for it to
fail.

  --only TEXT      those whose name or file has the text
  --changed        those of files that changed since --base, or since the commit before
  --at-most N      so many of the changed ones, chosen by the commit
  --seconds N      begin none after that time
  --workers N      so many at a time, 1 by default`;

const text = { type: "string" } as const;
const flags = {
  only: text,
  changed: { type: "boolean" },
  base: text,
  "at-most": text,
  seconds: text,
  workers: text,
} as const;

/** What a test run does not need, or makes itself. */
const LEFT_OUT = new Set(["node_modules", ".git", ".next", ".stipend", "dist", "test-results"]);

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "stipend-mutants-"));
  for (const name of readdirSync(projectRoot)) {
    if (LEFT_OUT.has(name)) continue;
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, ".git"), { recursive: true });
  return folder;
}

/** What runs a test file in `folder`: forge for a contract's, vitest for all others. */
function runner(folder: string, { test, match }: LineMutant): [command: string, args: string[]] {
  if (test.endsWith(".t.sol")) {
    const filter = match ? ["--match-test", match] : [];
    return [findForge(), ["test", "--match-path", test, "--fail-fast", ...filter]];
  }
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const filter = match ? ["-t", match] : [];
  return [process.execPath, [vitest, "run", test, ...filter, "--bail", "1"]];
}

/** Says that a test ran and failed, and not that nothing could be run. */
const FAILED = /\bTests {2}.*\bfailed\b|\bEncountered a total of [1-9]\d* failing tests/;

/** Runs a mutant's test in `folder`. Resolves with whether it passed, and the end of what was printed. */
async function runTest(
  folder: string,
  mutant: LineMutant,
): Promise<{ passed: boolean; output: string }> {
  const [command, args] = runner(folder, mutant);
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const code = await new Promise<number>((resolve) => {
    child.once("close", (status) => resolve(status ?? 1));
  });
  return { passed: code === 0, output };
}

/**
 * Makes the change, runs the test, and takes the change back.
 * @returns what is wrong, or null when the test failed as it must
 */
async function tryMutant(folder: string, mutant: LineMutant): Promise<string | null> {
  const path = join(folder, mutant.file);
  const text = readFileSync(path, "utf8");
  const found = text.split(mutant.from).length - 1;
  if (found !== 1) return `${mutant.file} has the text ${found} times`;
  writeFileSync(
    path,
    text.replace(mutant.from, () => mutant.to),
  );
  try {
    const { passed, output } = await runTest(folder, mutant);
    if (passed) return "the test passes without the rule";
    return FAILED.test(output) ? null : `no test ran:\n${output.slice(-800)}`;
  } finally {
    writeFileSync(path, text);
  }
}

async function choose(choice: Given<typeof flags>): Promise<LineMutant[]> {
  const named = (await loadMutants()).filter(
    ({ name, file }) => !choice.only || `${name} ${file}`.includes(choice.only),
  );
  if (!choice.changed) return named;
  const { commit, base, files } = changesHere(projectRoot, choice.base);
  if (base === null) console.log("No history to compare with");
  const touched = named.filter(({ file, test }) => files.has(file) || files.has(test));
  const atMost = Number(choice["at-most"] ?? touched.length);
  const chosen = chooseAtRandom(touched, atMost, commit);
  const left = touched.length - chosen.length;
  console.log(`${touched.length} mutants of files changed since ${base}; ${left} of them left out`);
  return chosen;
}

/** What is to be tried, from the front, and what came of it. */
interface Trial {
  readonly left: LineMutant[];
  readonly until: number;
  tried: number;
  missed: number;
}

/** One of those that take from the same list, each with a copy of the project. */
async function work(trial: Trial): Promise<void> {
  const folder = copyProject();
  try {
    for (;;) {
      const mutant = performance.now() > trial.until ? undefined : trial.left.shift();
      if (!mutant) break;
      const problem = await tryMutant(folder, mutant);
      trial.tried += 1;
      if (problem) trial.missed += 1;
      console.log(`  ${problem ? "FAIL" : "ok  "} ${mutant.name} (${mutant.file})`);
      if (problem) console.log(`         ${problem}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns how many failed; after `seconds` no further one is begun */
async function tryAll(
  chosen: readonly LineMutant[],
  seconds: number,
  workers: number,
): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  const trial: Trial = { left: [...chosen], until, tried: 0, missed: 0 };
  await Promise.all(Array.from({ length: workers }, () => work(trial)));
  const { left, tried, missed } = trial;
  if (left.length > 0) console.log(`No time for ${left.length} more`);
  console.log(`${tried - missed} passed, ${missed} failed`);
  return missed;
}

await runWithOptions(usage, flags, async (given) => {
  const seconds = Number(given.seconds ?? Number.POSITIVE_INFINITY);
  const missed = await tryAll(await choose(given), seconds, Number(given.workers ?? 1));
  process.exitCode = missed === 0 ? 0 : 1;
});

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
import { projectRoot } from "@/scripts/contracts/sources";
import { type Given, runWithOptions } from "@/scripts/run-with-options";
import { changesHere, chooseAtRandom } from "./choose-mutants";
import type { LineMutant } from "./line-mutant";
import { loadMutants } from "./load-mutants";

const usage = `npm run test:mutants:lines [-- --only TEXT] [--changed [--base COMMIT]] [--at-most N] [--seconds N]

Takes one rule at a time out of a copy of the project, and expects the test that is named for it to
fail.

  --only TEXT      those whose name or file has the text
  --changed        those of files that changed since --base, or since the commit before
  --at-most N      so many of the changed ones, chosen by the commit
  --seconds N      begin none after that time`;

const text = { type: "string" } as const;
const flags = {
  only: text,
  changed: { type: "boolean" },
  base: text,
  "at-most": text,
  seconds: text,
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

/** Runs the tests given in `folder`. Resolves with whether they all passed, and the end of what they printed. */
async function runTests(
  folder: string,
  tests: readonly string[],
  match?: string,
): Promise<{ passed: boolean; output: string }> {
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const filter = match ? ["-t", match] : [];
  const child = spawn(process.execPath, [vitest, "run", ...tests, ...filter, "--bail", "1"], {
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
    const { passed, output } = await runTests(folder, [mutant.test], mutant.match);
    if (passed) return "the test passes without the rule";
    return /\bTests {2}.*\bfailed\b/.test(output) ? null : `no test ran:\n${output.slice(-800)}`;
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

/** @returns how many failed; after `seconds` no further one is begun */
async function tryAll(chosen: readonly LineMutant[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  const folder = copyProject();
  let tried = 0;
  let missed = 0;
  try {
    for (const mutant of chosen) {
      if (performance.now() > until) break;
      const problem = await tryMutant(folder, mutant);
      tried += 1;
      if (problem) missed += 1;
      console.log(`  ${problem ? "FAIL" : "ok  "} ${mutant.name} (${mutant.file})`);
      if (problem) console.log(`         ${problem}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (tried < chosen.length) console.log(`No time for ${chosen.length - tried} more`);
  console.log(`${tried - missed} passed, ${missed} failed`);
  return missed;
}

await runWithOptions(usage, flags, async (given) => {
  const seconds = Number(given.seconds ?? Number.POSITIVE_INFINITY);
  const missed = await tryAll(await choose(given), seconds);
  process.exitCode = missed === 0 ? 0 : 1;
});

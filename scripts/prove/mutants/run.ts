import { spawn, spawnSync } from "node:child_process";
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
import { findForge } from "@/scripts/build/contracts/find-forge";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { type GivenOptions, runWithOptions } from "@/scripts/run/run-with-options";
import { changesHere, chooseAtRandom } from "./choose-mutants";
import { type LineMutant, loadMutants } from "./load-mutants";
import { startTestSession, type TestSession } from "./start-test-session";

const usage = `npm run test:mutants:lines [-- --only TEXT] [--list NAME] [--changed [--base COMMIT]] [--at-most N] [--seconds N] [--workers N]

Takes one rule at a time out of a copy of the project, and expects the test that is named for it to
fail.

  --only TEXT      those whose name or file has the text
  --list NAME      those of a file of \`scripts/prove/mutants/lists\`
  --changed        those of files that changed since --base, or since the commit before
  --at-most N      so many of the changed ones, chosen by the commit
  --seconds N      begin none after that time
  --workers N      so many at a time, 1 by default`;

const text = { type: "string" } as const;
const flags = {
  only: text,
  list: text,
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

/** The tests deploy what was built, not what stands in the sources. */
const BUILD = ["scripts/build/contracts/build.ts", "--draft"];

/** Says that a contract's test ran and failed, and not that nothing could be run. */
const FORGE_FAILED = /\bEncountered a total of [1-9]\d* failing tests/;

/**
 * Runs the test of a contract in `folder`.
 * @returns what is wrong, or null when the test failed as it must
 */
async function runForge(folder: string, { test, match }: LineMutant): Promise<string | null> {
  const built = spawnSync(join(folder, "node_modules/.bin/tsx"), BUILD, {
    cwd: folder,
    encoding: "utf8",
  });
  if (built.status !== 0) return `it does not compile:\n${built.stderr.slice(-800)}`;
  const filter = match ? ["--match-test", match] : [];
  const args = ["test", "--match-path", test, "--fail-fast", ...filter];
  const child = spawn(findForge(), args, {
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
  if (code === 0) return SURVIVED;
  return FORGE_FAILED.test(output) ? null : `no test ran:\n${output.slice(-800)}`;
}

const SURVIVED = "the test passes without the rule";

/** Runs the test of anything else; the files that are named in `changed` have another text than at the run before. */
async function runVitest(
  session: TestSession,
  { test, match }: LineMutant,
  changed: readonly string[],
): Promise<string | null> {
  const { failed, passed, causes } = await session.run({ test, match, changed });
  if (failed > 0) return null;
  if (passed > 0 && causes.length === 0) return SURVIVED;
  return `no test ran:\n${causes.join("\n").slice(-800)}`;
}

/** One copy of the project, in which one rule at a time is missing. */
class Bench {
  readonly folder = copyProject();
  readonly #session = startTestSession(this.folder);
  #before: string[] = [];

  /**
   * Makes the change, runs the test, and takes the change back.
   * @returns what is wrong, or null when the test failed as it must
   */
  async try(mutant: LineMutant): Promise<string | null> {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, "utf8");
    const found = text.split(mutant.from).length - 1;
    if (found !== 1) return `${mutant.file} has the text ${found} times`;
    // The database of a session is made once, at its start.
    const isOfDatabase = mutant.file.startsWith("db/");
    if (isOfDatabase) await this.#session.stop();
    writeFileSync(
      path,
      text.replace(mutant.from, () => mutant.to),
    );
    try {
      if (mutant.test.endsWith(".t.sol")) return await runForge(this.folder, mutant);
      const changed = [...this.#before, mutant.file];
      this.#before = [mutant.file];
      return await runVitest(this.#session, mutant, changed);
    } finally {
      writeFileSync(path, text);
      if (isOfDatabase) await this.#session.stop();
    }
  }

  async close(): Promise<void> {
    await this.#session.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function choose(choice: GivenOptions<typeof flags>): Promise<LineMutant[]> {
  const named = (await loadMutants(choice.list)).filter(
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
  const bench = new Bench();
  try {
    for (;;) {
      const mutant = performance.now() > trial.until ? undefined : trial.left.shift();
      if (!mutant) break;
      const problem = await bench.try(mutant);
      trial.tried += 1;
      if (problem) trial.missed += 1;
      console.log(`  ${problem ? "FAIL" : "ok  "} ${mutant.name} (${mutant.file})`);
      if (problem) console.log(`         ${problem}`);
    }
  } finally {
    await bench.close();
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

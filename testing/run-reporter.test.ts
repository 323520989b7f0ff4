import { spawnSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(inject("runFolder"), "skips-"));
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
});

/** Runs a file of tests with the reporter in a vitest of its own. */
function run(tests: string, ...options: string[]): { status: number | null; output: string } {
  writeFileSync(join(folder, "x.test.ts"), `import { expect, test } from "vitest";\n${tests}`);
  const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
  const reporter = join(projectRoot, "testing/run-reporter.ts");
  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, "run", "--root", folder, "--reporter", reporter, ...options],
    { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  return { status, output: stdout };
}

const passing = `test("runs", () => expect(1).toBe(1));`;

test("a test that is left out fails the run, unless it says what it lacks", () => {
  const left = `test.runIf(false)("of a page", () => {});`;
  expect(run(`${passing}${left}`)).toEqual({
    status: 1,
    output: expect.stringContaining("Skipped without a reason: x.test.ts > of a page"),
  });
  const noted = `test("of a page", ({ skip }) => skip("needs a page"));`;
  expect(run(`${passing}${noted}`)).toEqual({
    status: 0,
    output: expect.stringContaining("needs a page: x.test.ts > of a page"),
  });
});

test("what a filter by name leaves out is no fault", () => {
  expect(run(`${passing}test("else", () => {});`, "-t", "runs").status).toBe(0);
});

test("what passes when it is repeated is listed", () => {
  const tests = `let times = 0; test("late", () => expect(++times).toBe(2));`;
  expect(run(tests, "--retry", "1")).toEqual({
    status: 0,
    output: expect.stringContaining("Passed at the second time only: x.test.ts > late"),
  });
  expect(run(passing, "--retry", "1").output).not.toContain("second time");
});

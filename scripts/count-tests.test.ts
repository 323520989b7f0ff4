import { expect, test } from "vitest";
import { countTests } from "./run-stages";

test("vitest's summary is read, and its count of files is not", () => {
  const output = [
    " Test Files  1 failed | 2 passed (3)",
    "      Tests  2 failed | 28 passed (30)",
    "   Start at  10:28:04",
  ].join("\n");
  expect(countTests("vitest", output)).toEqual({ passed: 28, failed: 2 });
});

test("forge's last line sums up its suites, and what it skipped has failed", () => {
  const output = [
    "Suite result: ok. 7 passed; 0 failed; 0 skipped; finished in 1.2s",
    "Ran 9 test suites in 2.1s (4.0s CPU time): 61 tests passed, 1 failed, 2 skipped (64 total tests)",
  ].join("\n");
  expect(countTests("forge", output)).toEqual({ passed: 61, failed: 3 });
});

test("playwright's unrun and skipped tests are no successes, its second tries are", () => {
  const output = [
    "  1 failed",
    "  1 flaky",
    "  2 skipped",
    "  3 did not run",
    "  12 passed (31.4s)",
  ].join("\n");
  expect(countTests("playwright", output)).toEqual({ passed: 13, failed: 6 });
});

test("output without a summary counts nothing", () => {
  expect(countTests("vitest", "Error: no test files found")).toEqual({ passed: 0, failed: 0 });
});

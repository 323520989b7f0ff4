/** How many tests a run says that it made. */
export interface TestCount {
  passed: number;
  failed: number;
}

/** The line, or lines, in which each test runner sums up. */
const SUMMARIES = {
  vitest: /^\s*Tests {2}.*$/gm,
  forge: /^Ran \d+ test suites? in .*$/gm,
  playwright: /^ {2}\d+ (?:passed|failed|flaky|interrupted|skipped|did not run)\b.*$/gm,
  chaos: /^\d+ passed, \d+ failed$/gm,
};

/** A program whose summary `countTests` can read. */
export type TestRunner = keyof typeof SUMMARIES;

/**
 * Reads a runner's summary from what it printed, without colours. A test that passed at its second try has
 * passed; one that was skipped has failed, because nobody would notice otherwise. vitest's are not counted:
 * its runs fail by themselves when a test is left out without a reason.
 */
export function countTests(runner: TestRunner, output: string): TestCount {
  const summary = (output.match(SUMMARIES[runner]) ?? []).join("\n");
  const skipped = runner === "vitest" ? 0 : sum(summary, /(\d+) skipped/g);
  return {
    passed: sum(summary, /(\d+) (?:tests? )?(?:passed|flaky)/g),
    failed: skipped + sum(summary, /(\d+) (?:tests? )?(?:failed|interrupted|did not run)/g),
  };
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}

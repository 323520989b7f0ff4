/** How many tests a run says that it made. */
export interface TestCount {
  passed: number;
  failed: number;
}

/** The line, or lines, in which each test runner sums up. */
const SUMMARIES = {
  vitest: /^\s*Tests {2}.*$/gm,
  forge: /^Ran \d+ test suites? in .*$/gm,
  playwright: /^ {2}\d+ (?:passed|failed|flaky|interrupted|did not run)\b.*$/gm,
  chaos: /^\d+ passed, \d+ failed$/gm,
};

/** A program whose summary `countTests` can read. */
export type TestRunner = keyof typeof SUMMARIES;

/** Reads a runner's summary from what it printed, without colours; one that passed at its second try has passed. */
export function countTests(runner: TestRunner, output: string): TestCount {
  const summary = (output.match(SUMMARIES[runner]) ?? []).join("\n");
  return {
    passed: sum(summary, /(\d+) (?:tests? )?(?:passed|flaky)/g),
    failed: sum(summary, /(\d+) (?:tests? )?(?:failed|interrupted|did not run)/g),
  };
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}

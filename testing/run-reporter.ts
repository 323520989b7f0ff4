import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/**
 * Fails a run in which a test was left out for no reason. A test that a platform cannot run says what it
 * lacks: `skip(!isRoot, "needs to be root")`. Lists the tests that passed only when they were repeated.
 */
export default class RunReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests("passed")]);
    for (const test of tests.filter((each) => each.diagnostic()?.flaky)) {
      this.#vitest?.logger.log(` Passed at the second time only: ${nameOf(test)}`);
    }
    // A filter by name leaves out the rest, and that is asked for.
    if (this.#vitest?.config.testNamePattern) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    const unexplained = skipped.filter((test) => !noteOf(test));
    for (const test of skipped) {
      this.#vitest?.logger.log(` ${noteOf(test) ?? "Skipped without a reason"}: ${nameOf(test)}`);
    }
    if (unexplained.length > 0) process.exitCode = 1;
  }
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;

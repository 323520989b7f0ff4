import { join } from "node:path";
import { createVitest, type TestModule } from "vitest/node";
import type { SessionAnswer, SessionRequest } from "./start-test-session";

/** Runs the test files that its parent names, one after the other, with one Postgres and what was compiled before. */
const vitest = await createVitest("test", {
  watch: false,
  isolate: true,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();

const messageOf = (error: unknown) =>
  error instanceof Error || (typeof error === "object" && error !== null && "message" in error)
    ? String(error.message)
    : String(error);

function causesOf(module: TestModule): string[] {
  const tests = [...module.children.allTests("failed")];
  const errors = [...module.errors(), ...tests.flatMap((test) => test.result().errors ?? [])];
  return errors.map(messageOf);
}

async function run({ test, match, changed }: SessionRequest): Promise<SessionAnswer> {
  for (const file of changed) vitest.invalidateFile(join(process.cwd(), file));
  if (match === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(match);
  const specifications = await vitest.globTestSpecifications([test]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.flatMap((module) => [...module.children.allTests("failed")]);
  const passed = testModules.flatMap((module) => [...module.children.allTests("passed")]);
  const causes = [...testModules.flatMap(causesOf), ...unhandledErrors.map(messageOf)];
  return { failed: failed.length, passed: passed.length, causes };
}

process.on("message", (request: SessionRequest) => {
  run(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failed: 0, passed: 0, causes: [messageOf(error)] }),
  );
});
process.on("disconnect", () => {
  void vitest.close().finally(() => process.exit(0));
});

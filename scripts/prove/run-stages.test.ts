import { expect, test } from "vitest";
import { countTests, runStages, type Stage, type Step, stagesFrom } from "./run-stages";

/** Steps that end when they are told to. */
function stagedRun(stages: Stage[], goingOn: Stage[] = []) {
  const begun: string[] = [];
  const ends = new Map<string, (failed: number) => void>();
  const prints = new Map<string, (chunk: string) => void>();
  let printed = "";
  const done = runStages(stages, {
    now: () => 0,
    goesOn: (stage) => goingOn.includes(stage),
    print: (text) => {
      printed += text;
    },
    runStep: ({ script }: Step, print) => {
      begun.push(script);
      prints.set(script, print);
      return new Promise((resolve) => {
        ends.set(script, (failed) => resolve({ passed: failed > 0 ? 0 : 1, failed }));
      });
    },
  });
  return {
    done,
    begun,
    printed: () => printed,
    say: (script: string, text: string) => prints.get(script)?.(text),
    end: async (script: string, failed = 0) => {
      ends.get(script)?.(failed);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const lane = (...scripts: string[]) => scripts.map((script) => ({ script }));

test("lanes run beside each other, their steps one after the other, and the next stage after all", async () => {
  const run = stagedRun([[lane("a", "b"), lane("c")], [lane("d")]]);
  expect(run.begun).toEqual(["a", "c"]);
  await run.end("a");
  expect(run.begun).toEqual(["a", "c", "b"]);
  await run.end("b");
  expect(run.begun).toHaveLength(3);
  await run.end("c");
  expect(run.begun.at(-1)).toBe("d");
  await run.end("d");
  expect(await run.done).toEqual({ passed: 4, failed: 0 });
});

test("nothing begins after a failure, and what ran beside it counts", async () => {
  const run = stagedRun([[lane("a", "b"), lane("c", "d")], [lane("e")]]);
  await run.end("c", 2);
  await run.end("a");
  expect(await run.done).toEqual({ passed: 1, failed: 2 });
  expect(run.begun).toEqual(["a", "c"]);
  expect(run.printed().trimEnd().split("\n").at(-1)).toBe("=== failed: c");
});

test("stages that go on do so after a failure of theirs, and never begin after one before them", async () => {
  const long: Stage[] = [[lane("c", "d"), lane("e")], [lane("f")]];
  const run = stagedRun([[lane("a")], ...long], long);
  await run.end("a");
  await run.end("c", 1);
  expect(run.begun).toEqual(["a", "c", "e", "d"]);
  await run.end("d");
  await run.end("e", 2);
  await run.end("f");
  expect(await run.done).toEqual({ passed: 3, failed: 3 });
  expect(run.printed().trimEnd().split("\n").at(-1)).toBe("=== failed: c, e");

  const stopped = stagedRun([[lane("a")], ...long], long);
  await stopped.end("a", 1);
  expect(await stopped.done).toEqual({ passed: 0, failed: 1 });
  expect(stopped.begun).toEqual(["a"]);
});

test("what a second lane prints stands in one piece under its name", async () => {
  const run = stagedRun([[lane("a"), lane("b")]]);
  run.say("b", "b 1\n");
  run.say("a", "a 1\n");
  run.say("b", "b 2\n");
  expect(run.printed()).toContain("a 1\n");
  expect(run.printed()).not.toContain("b 1");
  await run.end("b", 1);
  expect(run.printed()).toContain("=== b, in one piece\nb 1\nb 2\n=== b failed after 0.0 s\n");
  await run.end("a");
  await run.done;
});

test("a run goes on from the stage of a step that is named by its beginning", () => {
  const stages: Stage[] = [
    [lane("a"), lane("b")],
    [[{ script: "c", arguments: ["--seed", "1"] }]],
    [[{ script: "c", arguments: ["--seed", "2"] }]],
  ];
  expect(stagesFrom(stages, "")).toEqual(stages);
  expect(stagesFrom(stages, "b")).toHaveLength(3);
  expect(stagesFrom(stages, "c --seed 2")).toEqual(stages.slice(2));
  const twice: Stage[] = [[[{ script: "c", arguments: ["--partial"] }]], [[{ script: "c" }]]];
  expect(stagesFrom(twice, "c")).toEqual(twice.slice(1));
  expect(() => stagesFrom(stages, "d")).toThrow("a\nb\nc --seed 1\nc --seed 2");
});

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

import { UsageError } from "@/scripts/run/run-with-options";

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
type TestRunner = keyof typeof SUMMARIES;

/**
 * Reads a runner's summary from what it printed, without colours. A test that passed at its second try has
 * passed; one that was skipped has failed, because it would go unnoticed otherwise. vitest's are not counted:
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

/** A script of package.json. */
export interface Step {
  script: string;
  arguments?: string[];
  /** Whose summary to count; a check without one counts as a single test. */
  runner?: TestRunner;
}

/** Steps that run one after the other. */
export type Lane = readonly Step[];

/** Lanes that run beside each other; the next stage begins when all have ended. */
export type Stage = readonly Lane[];

/** A step as it is named on a command line and in what is printed: its script, and what it is given. */
export function nameOf({ script, arguments: given = [] }: Step): string {
  return [script, ...given].join(" ");
}

/**
 * The stages from the first one on that has a step of that name, or of a name that begins so.
 * @throws UsageError there is none
 */
export function stagesFrom(stages: readonly Stage[], name: string): readonly Stage[] {
  const names = stages.map((stage) => stage.flat().map(nameOf));
  const at = (is: (one: string) => boolean) => names.findIndex((some) => some.some(is));
  const whole = at((one) => one === name);
  const first = whole >= 0 ? whole : at((one) => one.startsWith(name));
  if (first >= 0) return stages.slice(first);
  throw new UsageError(`No step is called “${name}”; there are:\n${names.flat().join("\n")}`);
}

export interface Runs {
  /** Runs a step, and passes on what it prints while it prints it. */
  runStep(step: Step, print: (chunk: string) => void): Promise<TestCount>;
  print(text: string): void;
  /** Milliseconds since some moment. */
  now(): number;
  /** Whether the steps of that stage, and the stages after it, run although one of its steps fails. */
  goesOn(stage: Stage): boolean;
}

/**
 * Runs stages up to the first step that fails, save in stages that go on. What runs beside it then is still waited
 * for, and counts.
 * The first lane of a stage prints at once; what the others print is held until their step ends, and stands
 * in one piece.
 */
export async function runStages(stages: readonly Stage[], runs: Runs): Promise<TestCount> {
  const total: TestCount = { passed: 0, failed: 0 };
  const failures: string[] = [];
  for (const stage of stages) {
    await Promise.all(
      stage.map((lane, index) =>
        runLane(lane, index > 0, runs, (script, count) => {
          if (count && count.failed > 0) failures.push(script);
          total.passed += count?.passed ?? 0;
          total.failed += count?.failed ?? 0;
          return total.failed === 0 || runs.goesOn(stage);
        }),
      ),
    );
    if (total.failed > 0 && !runs.goesOn(stage)) break;
  }
  // Its own line may stand far above the end of what ran beside it.
  if (failures.length > 0) runs.print(`\n=== failed: ${failures.join(", ")}\n`);
  return total;
}

async function runLane(
  lane: Lane,
  isHeld: boolean,
  { runStep, print, now }: Runs,
  mayGoOn: (script: string, count?: TestCount) => boolean,
): Promise<void> {
  for (const step of lane) {
    if (!mayGoOn(nameOf(step))) return;
    const name = nameOf(step);
    print(`\n=== ${name}${isHeld ? " begins" : ""}\n`);
    const startedAt = now();
    let held = "";
    const hold = (chunk: string) => {
      held += chunk;
    };
    const count = await runStep(step, isHeld ? hold : print);
    const outcome = count.failed > 0 ? "failed" : "passed";
    const took = ((now() - startedAt) / 1_000).toFixed(1);
    const own = isHeld ? `\n=== ${name}, in one piece\n${held}` : "";
    print(`${own}=== ${name} ${outcome} after ${took} s\n`);
    mayGoOn(name, count);
  }
}

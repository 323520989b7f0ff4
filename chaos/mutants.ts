import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";
import type { Finding } from "./checks/invariant";
import type { Mutant } from "./mutations/apply-mutant";
import { applyMutant } from "./mutations/apply-mutant";
import { mutants } from "./mutations/mutants";
import { type ChaosOptions, FINALITY_DEPTH, type Machine, machines, type Product } from "./options";
import { runRenewals } from "./renewals/run-renewals";
import { printTotal } from "./report";
import { createRunFolder, removeRunFolder } from "./rig/run-folder";
import { runChaos } from "./run-chaos";

const usage = `npm run test:mutants [-- --only TEXT]

Breaks the product in one way at a time; a chaos run has to notice each. --only: those whose name has
the text.`;

/** A mutant that survives one seed is given another. */
const SEEDS = [1, 2, 3, 4, 5];
/** A run waits most of the time. */
const AT_ONCE = 2;

/** Short, and over at the first thing that is wrong. */
function scenario(machine: Machine, seed: number): ChaosOptions {
  return {
    seed,
    targets: [machine],
    faultSeconds: 25,
    deaths: 25,
    payments: 70,
    finalityDepth: FINALITY_DEPTH,
    deepReorg: false,
    restSeconds: 90,
    quiet: true,
  };
}

const firstFailure = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ violations }) => violations.length > 0);

type Target = Mutant["machine"];

const targets: readonly Target[] = [...machines, "renewals"];
const MUTANT_DAYS = 3;

function runTarget(machine: Target, seed: number, product: Product): Promise<Finding[]> {
  if (machine !== "renewals") return runChaos(scenario(machine, seed), product);
  return runRenewals({ seed, days: MUTANT_DAYS, quiet: true, restSeconds: 120 }, product);
}

/** The true code must pass where its mutants are to fail. */
async function runTrueCode(machine: Target): Promise<Finding> {
  const product: Product = { sources: projectRoot, statements: [] };
  const failure = firstFailure(await runTarget(machine, SEEDS[0] ?? 1, product));
  return report(`the true code passes (${machine})`, failure ? describe(failure) : []);
}

/** Caught is what one of the invariants that are named for it has noticed, and not just any. */
async function runMutant(mutant: Mutant, folder: string): Promise<Finding> {
  const { name, machine, caughtBy, statements = [] } = mutant;
  const product = { statements, sources: applyMutant(mutant, folder) };
  const others: string[] = [];
  for (const seed of SEEDS) {
    const findings = await runTarget(machine, seed, product);
    const failed = findings.filter(({ violations }) => violations.length > 0);
    const failure = failed.find((finding) => caughtBy.includes(finding.name));
    if (!failure) {
      others.push(...failed.map((finding) => `seed ${seed}: only ${describe(finding)[0]}`));
      continue;
    }
    return report(`caught: ${name} (seed ${seed}: ${failure.name}: ${failure.violations[0]})`, []);
  }
  return report(`missed: ${name}`, [`${caughtBy.join(" | ")} held`, ...others]);
}

const describe = ({ name, violations }: Finding) => violations.map((line) => `${name}: ${line}`);

function report(name: string, violations: string[]): Finding {
  console.log(`  ${violations.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const line of violations.slice(0, 5)) console.log(`         ${line}`);
  return { name, violations };
}

const firstLine = (error: unknown): string => String(error).split("\n", 1)[0]?.slice(0, 200) ?? "";

async function run(only: string | undefined): Promise<Finding[]> {
  const folder = createRunFolder();
  const chosen = mutants.filter(({ name }) => only === undefined || name.includes(only));
  const trials = [
    ...(only === undefined ? targets.map((machine) => () => runTrueCode(machine)) : []),
    ...chosen.map((mutant, at) => () => runMutant(mutant, join(folder, `mutant-${at}`))),
  ];
  const findings: Finding[] = [];
  const work = async () => {
    for (let trial = trials.shift(); trial; trial = trials.shift()) {
      // One that cannot be run fails by itself; the others go on.
      findings.push(await trial().catch((error) => report("a run that ends", [firstLine(error)])));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return findings;
  } finally {
    removeRunFolder(folder);
  }
}

await runWithOptions(usage, { only: { type: "string" } }, async ({ only }) => {
  process.exitCode = printTotal(await run(only)) ? 0 : 1;
});

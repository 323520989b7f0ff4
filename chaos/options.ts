import { type GivenOptions, UsageError } from "@/scripts/run/run-with-options";

/** One run whose days pass in jumps of the chain's clock. */
export interface LongOptions {
  readonly seed: number;
  /** Days of renewals, or rounds of jobs, that begin while everything goes wrong. */
  readonly days: number;
  /** Print nothing, and end at the first thing that is wrong. */
  readonly quiet: boolean;
  /** How long what is due may stay as it is. */
  readonly restSeconds: number;
}

export const machines = ["relay", "indexer", "webhooks"] as const;
/** Which part of the product is killed and lied to. The others run beside it, unharmed. */
export type Machine = (typeof machines)[number];

/** One chaos run. */
export interface ChaosOptions {
  seed: number;
  targets: readonly Machine[];
  /** How long faults last at least. */
  faultSeconds: number;
  /** How often workers have to die before it is enough, unless that takes four times as long. */
  deaths: number;
  /** How many payments are started meanwhile. */
  payments: number;
  finalityDepth: number;
  /** At the end, orphan a final block: the indexer has to stop. */
  deepReorg: boolean;
  /** How long healing may go without getting anywhere. Generous: a run that comes to rest does so in a fraction of it. */
  restSeconds: number;
  /** Print nothing, and end at the first phase in which something is wrong. */
  quiet: boolean;
}

const shortRun = { faultSeconds: 25, deaths: 20, payments: 60 };
const fullRun = { faultSeconds: 75, deaths: 60, payments: 180 };

/** Confirmations before a payment counts; reorganisations of up to five blocks stay below it. */
export const FINALITY_DEPTH = 8;

export const chaosUsage = `npm run test:chaos [-- --seed N] [--machine ${machines.join("|")}|all|renewals|jobs] [--short] [--depth N]

Kills, reorganisations and lying nodes, then healing: everything has to converge. The same seed has the
same faults. --machine: what they happen to; renewals and jobs are runs of their own, in
which subscriptions are charged day by day, and agents buy work round by round. --short: a third of them. --depth: blocks until a
payment is final (${FINALITY_DEPTH}).`;

/** Runs of their own, with their days. */
const longMachines = { renewals: { short: 3, full: 8 }, jobs: { short: 2, full: 6 } } as const;
export type LongMachine = keyof typeof longMachines;
/** A worker that takes an enrolment and dies keeps others from it for 20 seconds, which may happen several times. */
const LONG_REST_SECONDS = 240;

/** A run whose days pass in jumps, from its command line; null where another one is asked for. */
export function longOptions(
  values: GivenOptions<typeof chaosFlags>,
): { machine: LongMachine; options: LongOptions } | null {
  const machine = (Object.keys(longMachines) as LongMachine[]).find(
    (name) => name === values.machine,
  );
  if (!machine) return null;
  const seed = readNumber("seed", values.seed ?? "1");
  const days = longMachines[machine][values.short ? "short" : "full"];
  return { machine, options: { seed, days, quiet: false, restSeconds: LONG_REST_SECONDS } };
}

export const chaosFlags = {
  seed: { type: "string" },
  machine: { type: "string" },
  depth: { type: "string" },
  short: { type: "boolean" },
} as const;

/**
 * What a run is, from its command line.
 * @throws UsageError naming what is wrong
 */
export function chaosOptions(values: GivenOptions<typeof chaosFlags>): ChaosOptions {
  const { seed = "1", machine: chosen = "all", depth = String(FINALITY_DEPTH) } = values;
  const targets = machines.filter((machine) => [machine, "all"].includes(chosen));
  if (targets.length === 0)
    throw new UsageError(`--machine is one of ${machines.join(", ")}, all, renewals, jobs`);
  return {
    seed: readNumber("seed", seed),
    targets,
    ...(values.short ? shortRun : fullRun),
    finalityDepth: readNumber("depth", depth),
    deepReorg: targets.includes("indexer"),
    restSeconds: 120,
    quiet: false,
  };
}

function readNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} is a whole number`);
  return Number(text);
}

/** What is tested. */
export interface Product {
  /** The project, or a changed copy of it. */
  sources: string;
  /** Changes to the schema, after the migrations. */
  statements: readonly string[];
}

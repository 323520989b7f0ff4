import { parseArgs } from "node:util";

export const machines = ["relay", "indexer", "webhooks"] as const;
/** Which part of the product is killed and lied to. The others run beside it, unharmed. */
export type Machine = (typeof machines)[number];

/** One chaos run. */
export interface ChaosOptions {
  seed: number;
  targets: readonly Machine[];
  /** How long faults last at least. */
  faultSeconds: number;
  /** How often workers have to die before it is enough, unless that takes three times as long. */
  deaths: number;
  /** How many payments are started meanwhile. */
  payments: number;
  finalityDepth: number;
  /** At the end, orphan a final block: the indexer has to stop. */
  deepReorg: boolean;
  /** How long healing may take. Generous: a run that comes to rest does so in a fraction of it. */
  restSeconds: number;
  /** Print nothing, and end at the first phase in which something is wrong. */
  quiet: boolean;
}

const shortRun = { faultSeconds: 25, deaths: 20, payments: 60 };
const fullRun = { faultSeconds: 75, deaths: 60, payments: 180 };

/** Confirmations before a payment counts; reorganisations of up to five blocks stay below it. */
export const FINALITY_DEPTH = 8;

/**
 * Reads `--seed N --machine relay|indexer|webhooks|all --short --depth N`.
 * @throws Error naming what is wrong
 */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "1" },
      machine: { type: "string", default: "all" },
      depth: { type: "string", default: String(FINALITY_DEPTH) },
      short: { type: "boolean", default: false },
    },
  });
  const targets = machines.filter((machine) => [machine, "all"].includes(values.machine));
  if (targets.length === 0) throw new Error(`--machine is one of ${machines.join(", ")}, all`);
  return {
    seed: readNumber("seed", values.seed),
    targets,
    ...(values.short ? shortRun : fullRun),
    finalityDepth: readNumber("depth", values.depth),
    deepReorg: targets.includes("indexer"),
    restSeconds: 120,
    quiet: false,
  };
}

function readNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}

import { LEAST_REORGS } from "@/chaos/chaos-run";
import type { Finding } from "@/chaos/checks/invariant";
import type { ChaosMiner } from "@/chaos/faults/chain-miner";
import type { Supervisor } from "@/chaos/rig/supervisor";
import type { DayStage } from "./live-a-day";
import type { RenewalEvidence } from "./renewal-evidence";

/** Who made the trouble, and who saw it. */
interface Troubled {
  readonly supervisor: Supervisor;
  readonly miner: ChaosMiner;
  readonly stage: DayStage;
}

/** What was done to the database, and how often keepers were suspended with what they had taken. */
interface Trouble {
  readonly database: { readonly cuts: number; readonly restarts: number };
  readonly stalls: number;
}

/** With nothing killed and nothing charged, all of the invariants hold. */
export function enoughHappened(
  { supervisor, miner, stage }: Troubled,
  { rows, chain, subscribers, days }: RenewalEvidence,
  { database, stalls }: Trouble,
): Finding {
  const deaths = [...supervisor.crashes.values()].reduce((sum, count) => sum + count, 0);
  const told = (type: string) =>
    rows.events.filter((event) => event.type === `subscription.${type}`).length;
  const found: [what: string, number: number, least: number][] = [
    ["crashes and kills", supervisor.kills() + deaths, 3 * days],
    ["reorganisations", reorgsOf(miner), LEAST_REORGS],
    ["connections cut or restarts of the database", database.cuts + database.restarts, 1],
    ["keepers suspended with what they had taken", stalls, 1],
    ["charges", chain.length, (subscribers.length * days) / 2],
    ["failures", told("charge_failed"), 3],
    ["enrolments by the relay", rows.subscriptions.filter(isRelayed).length, 1],
    ["recoveries", told("recovery_outcome"), 2],
  ];
  const short = found.filter(([, number, least]) => number < least);
  return {
    name: "the run had crashes, reorganisations, charges, failures and recoveries",
    violations: [
      ...short.map(([what, number, least]) => `${what}: ${number}, at least ${least}`),
      ...stage.complaints,
    ],
  };
}

const isRelayed = (row: RenewalEvidence["rows"]["subscriptions"][number]): boolean =>
  row.origin === "relay" && row.enrolledAt !== null;

/** How many reorganisations a miner has made, of all depths. */
export const reorgsOf = ({ reorgs }: ChaosMiner): number =>
  [...reorgs.values()].reduce((sum, count) => sum + count, 0);

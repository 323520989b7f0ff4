import { join } from "node:path";
import { FINALITY_DEPTH } from "@/chaos/options";
import type { ChaosRig } from "@/chaos/rig/chaos-rig";
import { type Supervisor, startSupervisor } from "@/chaos/rig/supervisor";
import type { Dice } from "@/chaos/seeded";
import type { PlainDeployment, Role } from "@/chaos/worker/work-order";

const roles: Role[] = ["api", "relay", "indexer", "upkeep"];
/** Two keepers whose clocks are ten minutes apart. */
const CLOCK_SHIFTS_MS = [-300_000, 300_000];
/** A day's charges become final together, and are booked in one transaction: it has to come to its end now and then. */
const CRASH_SHARE = 0.3;

/** Starts the workers, each of which does everything. */
export function startKeepers(
  { chain, proxy, second, chains, environment }: ChaosRig,
  given: { seed: number; folder: string; program: string; dice: Dice },
): Supervisor {
  const group = { name: "keeper", roles, targets: roles, crashShare: CRASH_SHARE };
  return startSupervisor(
    given.program,
    join(given.folder, "workers"),
    [{ ...group, clockShiftsMs: CLOCK_SHIFTS_MS, count: CLOCK_SHIFTS_MS.length }],
    {
      seed: given.seed,
      environment,
      deployments: chains.deployments.map(({ chain: _, ...file }): PlainDeployment => file),
      finalityDepth: FINALITY_DEPTH,
      rpcUrls: {
        [chain.id]: { faulty: proxy.url, true: chain.rpcUrl },
        [second.chain.id]: { faulty: second.proxy.url, true: second.chain.rpcUrl },
      },
    },
    given.dice,
  );
}

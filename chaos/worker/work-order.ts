import type { Machine } from "@/chaos/options";
import type { Deployment } from "@/lib/adapters/chain/chains";

/** Workers that run the same roles. */
export interface WorkerGroup {
  name: string;
  roles: Role[];
  targets: Role[];
  count: number;
  /** By how much the clock of each is ahead, milliseconds; none are without it. */
  clockShiftsMs?: readonly number[];
  /** How many of the usual crashes they have, 0 to 1; all without it. */
  crashShare?: number;
  /** How many times as long as usual they live; once without it. */
  lifeFactor?: number;
}

export const roles = ["api", "relay", "indexer", "webhooks", "upkeep"] as const;
/** A part of the product that a worker runs. */
export type Role = (typeof roles)[number];

/** A deployment without what only a process can hold. */
export type PlainDeployment = Omit<Deployment, "chain">;

/** The first message that a worker gets; what comes after it are requests. */
export interface WorkOrder {
  seed: number;
  /** Which worker, and how often it has been started: the seed of its crashes. */
  life: string;
  roles: Role[];
  /** Roles that crash and talk to the chain through the faulty node. */
  targets: Role[];
  /** How many of the crashes of a usual worker it has, 0 to 1. */
  crashShare: number;
  /** By how much its clock is ahead, milliseconds. */
  clockShiftMs: number;
  environment: Record<string, string>;
  deployments: PlainDeployment[];
  finalityDepth: number;
  /** The faulty node and the true one of each chain, by its id. */
  rpcUrls: Record<number, { faulty: string; true: string }>;
}

/** What a worker says first, when it has begun. */
export const READY = "ready";

/** How the workers' connections are named in the database server's list. */
export const WORKER_APPLICATION = "stipend-chaos";

const rolesOf: Record<Machine, Role[]> = {
  relay: ["api", "relay"],
  indexer: ["indexer"],
  webhooks: ["webhooks", "upkeep"],
};
/** Two of each target at once: what one leaves behind, another takes over while the first comes back. */
const TARGET_COUNT = 2;

/** Two workers with the targets' roles, and one for the roles that are left. */
export function groupWorkers(targets: readonly Machine[]): WorkerGroup[] {
  const hit = targets.flatMap((target) => rolesOf[target]);
  const rest = roles.filter((role) => !hit.includes(role));
  const group = { name: "target", roles: hit, targets: hit, count: TARGET_COUNT };
  if (rest.length === 0) return [group];
  return [group, { name: "steady", roles: rest, targets: [], count: 1 }];
}

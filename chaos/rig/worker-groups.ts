import type { Machine } from "@/chaos/options";
import { type Role, roles } from "@/chaos/worker/work-order";
import type { WorkerGroup } from "./supervisor";

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

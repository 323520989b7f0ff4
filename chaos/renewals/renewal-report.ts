import type { Finding } from "@/chaos/checks/invariant";
import type { ChaosMiner } from "@/chaos/faults/chain-miner";
import { printFindings } from "@/chaos/report";
import type { Supervisor } from "@/chaos/rig/supervisor";
import type { RenewalEvidence } from "./renewal-evidence";
import type { RenewalOptions } from "./run-renewals";

const list = (counts: Iterable<[unknown, number]>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(", ");

/** Prints a run of renewals for people. */
export function printRenewals(
  { seed, days }: RenewalOptions,
  { rows, chain, subscribers }: RenewalEvidence,
  { supervisor, miner, stalls }: { supervisor: Supervisor; miner: ChaosMiner; stalls: number },
  findings: readonly Finding[],
): void {
  const { crashes } = supervisor;
  const deaths = [...crashes.values()].reduce((sum, count) => sum + count, 0);
  const depths = [...miner.reorgs].sort(([one], [other]) => one - other);
  console.log(`seed ${seed}, renewals, ${days} days of ${subscribers.length} subscribers`);
  console.log(
    `  kills     ${deaths} at ${crashes.size} crash points, ${supervisor.kills()} random; ${stalls} stalls with charges taken`,
  );
  console.log(
    `  chain     reorgs ${list(depths.map(([depth, count]) => [`depth ${depth}:`, count]))}`,
  );
  console.log(
    `  charges   ${chain.length} made, ${rows.signed.length} signed: ${list(countBy(rows.signed.map(({ outcome }) => outcome ?? "open")))}`,
  );
  console.log(
    `  events    ${list(countBy(rows.events.map(({ type }) => type.slice("subscription.".length))))}`,
  );
  console.log(
    `  mails     ${list(countBy(rows.mails.map(({ kind }) => kind.slice("subscription_".length))))}`,
  );
  printFindings(findings);
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

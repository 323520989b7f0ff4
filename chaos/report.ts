import type { Finding } from "./checks/invariant";
import type { ChaosOptions } from "./options";

/** What happened in a run. */
export interface Tally {
  crashes: ReadonlyMap<string, number>;
  kills: number;
  faults: ReadonlyMap<string, number>;
  reorgs: ReadonlyMap<number, number>;
  spikes: number;
  restarts: number;
  cuts: number;
  stolen: number;
  stalls: number;
  /** Workers that were suspended inside a transaction. */
  freezes: number;
  /** Stretches of time in which another chain's node answered. */
  detours: number;
  /** Of the second chain: seconds from the first fault to the loss and to the halt. */
  lostFinalBlock: { lost: number | null; halted: number | null };
  /** Of the watcher at the rows. */
  looks: number;
  lostRequests: number;
  requestErrors: ReadonlyMap<string, number>;
  payments: Record<string, number>;
  billing: Record<string, number>;
  webhooks: Record<string, number>;
  seconds: Record<string, number>;
}

const MOST_LINES = 8;

const total = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
const list = (counts: Iterable<[unknown, number]>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(", ");

/** Prints a run for people; the last line is `N passed, N failed`, an invariant each. */
export function printReport(options: ChaosOptions, tally: Tally, findings: Finding[]): void {
  const { seed, targets, finalityDepth } = options;
  const { crashes, faults, reorgs } = tally;
  const byDepth = [...reorgs].sort(([one], [other]) => one - other);
  console.log(`seed ${seed}, ${targets.join(" + ")}, final after ${finalityDepth} blocks`);
  console.log(`  time      ${list(Object.entries(tally.seconds))} s`);
  console.log(
    `  kills     ${total(crashes)} at ${crashes.size} crash points, ${tally.kills} random; ${tally.stalls} stalls, ${tally.freezes} freezes`,
  );
  console.log(`  faults    ${total(faults)}: ${list([...faults].sort(([, a], [, b]) => b - a))}`);
  const depths = list(byDepth.map(([depth, count]) => [`depth ${depth}:`, count]));
  console.log(
    `  chain     ${total(reorgs)} reorgs (${depths}), ${tally.spikes} fee spikes, ${tally.detours} times another chain`,
  );
  const { lost, halted } = tally.lostFinalBlock;
  console.log(`  final     blocks lost after ${lost ?? "–"} s, halted after ${halted ?? "–"} s`);
  console.log(
    `  database  ${tally.restarts} restarts, ${tally.cuts} connections cut, ${tally.stolen} leases lost`,
  );
  console.log(`  watcher   ${tally.looks} looks`);
  console.log(`  clients   ${tally.lostRequests} requests without an answer`);
  for (const [message, count] of tally.requestErrors) console.log(`    ${count} × ${message}`);
  console.log(`  payments  ${list(Object.entries(tally.payments))}`);
  console.log(`  billing   ${list(Object.entries(tally.billing))}`);
  console.log(`  webhooks  ${list(Object.entries(tally.webhooks))}`);
  printFindings(findings);
}

/** A line for each invariant, with what contradicts it. */
export function printFindings(findings: readonly Finding[]): void {
  for (const { name, violations } of findings) printFinding(name, violations);
}

function printFinding(name: string, violations: readonly string[]): void {
  console.log(`  ${violations.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const violation of violations.slice(0, MOST_LINES)) console.log(`         ${violation}`);
  const more = violations.length - MOST_LINES;
  if (more > 0) console.log(`         and ${more} more`);
}

/** Prints the closing line of all runs and returns whether everything held. */
export function printTotal(findings: readonly Finding[]): boolean {
  const failed = findings.filter(({ violations }) => violations.length > 0).length;
  console.log(`${findings.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

import { writeSync } from "node:fs";
import type { Dice } from "@/chaos/seeded";
import type { Role, WorkOrder } from "./work-order";

export type Moment = "before" | "after";

/** Told of every call to the database or the node, before it is made and after it was answered. */
export type CrashPoint = (moment: Moment, site: string) => void;

/** Calls of one kind that a process may survive; the number is drawn evenly by its magnitude. */
const MOST_SURVIVED = 120;

/** The part of a role's places that is armed: more of them where there are few. */
const shares: Record<Role, number> = {
  api: 0.03,
  relay: 0.05,
  indexer: 0.1,
  webhooks: 0.1,
  upkeep: 0.05,
};
/** The edges of transactions are where most can go wrong. */
const COMMIT_WEIGHT = 3;

/** A worker is suspended before one in so many kinds of commits, with everything that it has locked. */
const FREEZE_SHARE = 0.04;
/** How the supervisor recognises a worker that suspends itself in what it prints. */
export const FREEZE_MARK = "chaos:freeze ";
/** How the supervisor recognises a planned crash in what a worker prints. */
export const CRASH_MARK = "chaos:crash ";

/**
 * Kills this process -9 at some of the places where it talks to the outside, and suspends it in a few
 * of its transactions. Which ones are armed, and
 * at which occurrence, follows from the seed and how often the worker has been started.
 */
export function armCrashPoints(
  dice: Dice,
  { life, crashShare }: Pick<WorkOrder, "life" | "crashShare">,
  role: Role,
): CrashPoint {
  const seen = new Map<string, number>();
  return (moment, site) => {
    const place = `${role} ${moment} ${site}`;
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    if (moment === "before" && site.startsWith("commit") && nth === 1) {
      if (dice.roll("freeze", life, place) < FREEZE_SHARE) freeze(place);
    }
    const weight = site.startsWith("commit") ? COMMIT_WEIGHT : 1;
    if (dice.roll("armed", life, place) >= shares[role] * weight * crashShare) return;
    if (nth >= MOST_SURVIVED ** dice.roll("occurrence", life, place)) die(place);
  };
}

/** Returns when the supervisor lets the process go on. */
function freeze(place: string): void {
  writeSync(1, `${FREEZE_MARK}${place}\n`);
  process.kill(process.pid, "SIGSTOP");
}

/** Nothing runs after this: not even what other promises would have done in this turn. */
function die(place: string): void {
  writeSync(1, `${CRASH_MARK}${place}\n`);
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

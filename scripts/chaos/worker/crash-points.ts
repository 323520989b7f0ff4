import { writeSync } from "node:fs";
import type { Dice } from "@/scripts/chaos/seeded";

export type Moment = "before" | "after";

/** Told of every call to the database or the node, before it is made and after it was answered. */
export type CrashPoint = (moment: Moment, site: string) => void;

/** Calls of one kind that a process may survive; the number is drawn evenly by its magnitude. */
const MOST_SURVIVED = 60;

/** How the supervisor recognises a planned crash in what a worker prints. */
export const CRASH_MARK = "chaos:crash ";

/**
 * Kills this process -9 at some of the places where it talks to the outside. Which ones are armed, and
 * at which occurrence, follows from the seed and how often the worker has been started.
 * @param share of the places that are armed
 */
export function armCrashPoints(dice: Dice, life: string, role: string, share: number): CrashPoint {
  const seen = new Map<string, number>();
  return (moment, site) => {
    const place = `${role} ${moment} ${site}`;
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    if (dice.roll("armed", life, place) >= share) return;
    if (nth >= MOST_SURVIVED ** dice.roll("occurrence", life, place)) die(place);
  };
}

/** Nothing runs after this: not even what other promises would have done in this turn. */
function die(place: string): void {
  writeSync(1, `${CRASH_MARK}${place}\n`);
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

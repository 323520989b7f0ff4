import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "@/chaos/seeded";

/** What a stall is made of. */
export interface Stall {
  /** From one that is woken to the next. */
  readonly pauseMs: number;
  /** Done while all of them are suspended. */
  meanwhile(): Promise<void>;
}

/** Suspends workers together: one stall follows the other, none wakes what another one has suspended. */
export function openStalls(living: () => readonly ChildProcess[], dice: Dice) {
  const suspended = new Set<ChildProcess>();
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const stall = async ({ pauseMs, meanwhile }: Stall): Promise<void> => {
    count += 1;
    const order = new Map(
      living().map((child, index) => [child, dice.roll("wake", count, index)] as const),
    );
    const children = [...order.keys()].sort(
      (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
    );
    for (const child of children) {
      suspended.add(child);
      child.kill("SIGSTOP");
    }
    try {
      await meanwhile();
    } finally {
      for (const child of children) {
        child.kill("SIGCONT");
        await sleep(pauseMs);
      }
      for (const child of children) suspended.delete(child);
    }
  };
  return {
    /** Whether a worker is suspended with others, or they are still being woken. */
    has: (child: ChildProcess): boolean => suspended.has(child),
    stall: (wanted: Stall): Promise<void> => {
      const turn = last.then(() => stall(wanted));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

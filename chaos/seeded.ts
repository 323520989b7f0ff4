import { createHash } from "node:crypto";

/** Decides by a seed: the same parts give the same answer, in whatever order questions are asked. */
export interface Dice {
  readonly seed: number;
  /** A number from 0 up to, not including, 1. */
  roll(...parts: Part[]): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number, ...parts: Part[]): number;
  pick<T>(choices: readonly T[], ...parts: Part[]): T;
}

type Part = string | number | bigint;

/** Dice whose every throw is fixed by `seed` and what is asked. */
export function seededDice(seed: number): Dice {
  const roll = (...parts: Part[]): number => {
    const digest = createHash("sha1")
      .update(`${seed}|${parts.join("|")}`)
      .digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
  return {
    seed,
    roll,
    between: (low, high, ...parts) => low + Math.floor(roll(...parts) * (high - low + 1)),
    pick: (choices, ...parts) => {
      const chosen = choices[Math.floor(roll(...parts) * choices.length)];
      if (chosen === undefined) throw new Error("there is nothing to choose from");
      return chosen;
    },
  };
}

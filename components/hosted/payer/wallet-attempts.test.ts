import { expect, test } from "vitest";
import type { ProblemKey } from "./use-ask";
import { type Attempt, walletAttempts } from "./wallet-attempts";

const walletOf = (name: string) => ({
  ...{ id: name, name, icon: null },
  provider: { request: async () => null },
});

/** Attempts with what is shown of them, and work that ends when the test says so. */
function openAttempts() {
  const shown: (Attempt | null)[] = [];
  const signals: AbortSignal[] = [];
  const { start, leave } = walletAttempts((attempt) => shown.push(attempt));
  const choose = (name: string, endSession?: () => Promise<void>) => {
    let answer: (problem: ProblemKey | null) => void = () => {};
    const wallet = { ...walletOf(name), ...(endSession ? { endSession } : {}) };
    const done = start(wallet, (signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    return async (problem: ProblemKey | null) => {
      answer(problem);
      await done;
    };
  };
  return { shown, signals, choose, leave };
}

test("a wallet is waited for until it answers, and why it did not work is shown", async () => {
  const { shown, choose } = openAttempts();
  const answer = choose("One");
  expect(shown.at(-1)).toEqual({ wallet: "One", problem: null });
  await answer("walletFailed");
  expect(shown.at(-1)).toEqual({ wallet: "One", problem: "walletFailed" });
});

test("a wallet that is left is not waited for, and its late answer is not shown", async () => {
  const { shown, signals, choose, leave } = openAttempts();
  const answer = choose("Silent");
  leave();
  expect(shown.at(-1)).toBeNull();
  expect(signals[0]?.aborted).toBe(true);
  choose("Other");
  await answer("rejected");
  expect(shown.at(-1)).toEqual({ wallet: "Other", problem: null });
  expect(signals[1]?.aborted).toBe(false);
});

test("the session of a wallet that is left is ended, also where that fails", async () => {
  const { shown, choose, leave } = openAttempts();
  const ended: string[] = [];
  choose("Phone", async () => {
    ended.push("Phone");
    throw new Error("The relay is away");
  });
  leave();
  leave();
  expect(ended).toEqual(["Phone"]);
  expect(shown.at(-1)).toBeNull();
});

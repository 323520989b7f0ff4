import { createStore } from "@/lib/client/store";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";

/** A pass lasts ten minutes; one that is about to end is not counted on. */
const PASS_MS = 540_000;

/** Until when this page's browser has a pass, by its own clock. */
const goodUntil = new Map<ChallengePurpose, number>();
const obtaining = new Map<ChallengePurpose, Promise<void>>();
/** It did not work ahead of time, and is tried again once it is needed. */
let hasFailed = false;

/** Whether a challenge is being solved. */
export const solving = createStore<boolean, boolean>((_, isSolving) => isSolving, false);

/**
 * Has this browser solve a bot challenge, unless it has done so lately for that purpose. Those who ask at the same time
 * wait for one.
 * @throws StipendError what the server answered
 * @throws StipendConnectionError when there is no answer of it
 */
export function passChallenge(purpose: ChallengePurpose): Promise<void> {
  if (Date.now() < (goodUntil.get(purpose) ?? 0)) return Promise.resolve();
  const pass = obtaining.get(purpose) ?? obtain(purpose);
  obtaining.set(purpose, pass);
  return pass;
}

async function obtain(purpose: ChallengePurpose): Promise<void> {
  solving.dispatch(true);
  try {
    const { obtainPass } = await import("./challenge");
    await obtainPass(purpose);
    goodUntil.set(purpose, Date.now() + PASS_MS);
    hasFailed = false;
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    obtaining.delete(purpose);
    solving.dispatch(obtaining.size > 0);
  }
}

/** Begins to solve a challenge before it is needed, while a person types. */
export function passAhead(purpose: ChallengePurpose): void {
  if (!hasFailed) passChallenge(purpose).catch(() => {});
}

/** The server wants another pass: the browser has come to another network. */
export function forgetPass(purpose: ChallengePurpose): void {
  goodUntil.delete(purpose);
}

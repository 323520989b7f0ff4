import { createStore } from "@/lib/client/store";

/** A pass lasts ten minutes; one that is about to end is not counted on. */
const PASS_MS = 540_000;

/** Until when this page's browser has a pass, by its own clock. */
let goodUntil = 0;
let obtaining: Promise<void> | null = null;
/** It did not work ahead of time, and is tried again once it is needed. */
let hasFailed = false;

/** Whether a challenge is being solved. */
export const solving = createStore<boolean, boolean>((_, isSolving) => isSolving, false);

/**
 * Has this browser solve a bot challenge, unless it has done so lately. Those who ask at the same time wait for one.
 * @throws StipendError what the server answered
 * @throws StipendConnectionError when there is no answer of it
 */
export function passChallenge(): Promise<void> {
  if (Date.now() < goodUntil) return Promise.resolve();
  obtaining ??= obtain();
  return obtaining;
}

async function obtain(): Promise<void> {
  solving.dispatch(true);
  try {
    const { obtainPass } = await import("./challenge");
    await obtainPass();
    goodUntil = Date.now() + PASS_MS;
    hasFailed = false;
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    obtaining = null;
    solving.dispatch(false);
  }
}

/** Begins to solve a challenge before it is needed, while a person types. */
export function passAhead(): void {
  if (!hasFailed) passChallenge().catch(() => {});
}

/** The server wants another pass: the browser has come to another network. */
export function forgetPass(): void {
  goodUntil = 0;
}

import { setTimeout as sleep } from "node:timers/promises";
import { persistently } from "./persistently";

const LOOK_MS = 250;
/** A busy machine may take so many times longer, as long as something goes on. */
const MOST_PATIENCE = 5;

/**
 * Looks again and again until nothing is found.
 * @param seconds how long what is found may stay the same
 * @returns what was still there when the time was up
 */
export async function untilNone(seconds: number, look: () => Promise<string[]>): Promise<string[]> {
  const begunAt = Date.now();
  let changedAt = begunAt;
  let before = "";
  for (;;) {
    const found = await persistently(look);
    if (found.length === 0) return found;
    const now = Date.now();
    const text = found.join();
    if (text !== before) changedAt = now;
    before = text;
    if (now - changedAt > seconds * 1_000) return found;
    if (now - begunAt > MOST_PATIENCE * seconds * 1_000) return found;
    await sleep(LOOK_MS);
  }
}

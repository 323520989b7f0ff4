import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 100;

/** Does something that fails while the database is down, until it works. @throws the last error */
export async function persistently<Result>(
  work: () => PromiseLike<Result>,
  timeoutMs = 60_000,
): Promise<Result> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

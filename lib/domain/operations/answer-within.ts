import { setTimeout as sleep } from "node:timers/promises";

/** What `work` gives, or null when it fails or takes longer: a view of many parts shows the others. */
export async function answerWithin<T>(ms: number, work: () => Promise<T>): Promise<T | null> {
  const ended = new AbortController();
  const tooLong = sleep(ms, null, { signal: ended.signal }).catch(() => null);
  try {
    return await Promise.race([work(), tooLong]);
  } catch {
    return null;
  } finally {
    ended.abort();
  }
}

import { Refusal } from "@/lib/core/errors";

/** How many lists a process sends as CSV at once: to one caller, and altogether. */
const MAX_OF_CALLER = 2;
const MAX_OF_PROCESS = 8;
const RETRY_SECONDS = 10;

const held = new Map<string, number>();

/**
 * Counts a list that is sent as CSV until the function returned is called, once or more often.
 * @param caller whom it is sent to
 * @throws Refusal `rate_limited` with `too_many_exports`
 */
export function holdExport(caller: string): () => void {
  const own = held.get(caller) ?? 0;
  const all = [...held.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_OF_CALLER || all >= MAX_OF_PROCESS) {
    throw new Refusal("rate_limited", "Other exports are still being sent.", {
      details: { reason: "too_many_exports" },
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  held.set(caller, own + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(caller) ?? 1) - 1;
    if (left > 0) held.set(caller, left);
    else held.delete(caller);
  };
}

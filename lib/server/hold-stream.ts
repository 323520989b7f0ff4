import { Refusal } from "@/lib/core/errors";
import { addressBlock } from "./client-address";

/** How many event streams of a process one client address may hold. */
const MAX_STREAMS = 8;
/** As long as the page waits for its next look when it is refused one. */
const RETRY_SECONDS = 15;

const held = new Map<string, number>();

/**
 * Counts an event stream of an address until the function returned is called, once or more often.
 * @throws Refusal `rate_limited` with `too_many_streams`
 */
export function holdStream(address: string): () => void {
  const holder = addressBlock(address);
  const streams = held.get(holder) ?? 0;
  if (streams >= MAX_STREAMS) {
    throw new Refusal("rate_limited", `An address has ${MAX_STREAMS} event streams at the most.`, {
      details: { reason: "too_many_streams" },
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  held.set(holder, streams + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(holder) ?? 1) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
}

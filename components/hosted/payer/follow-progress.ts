import type { Answer } from "@/lib/contract/payments/hosted-pay";

/** A charge or a permit is in a block within seconds, and on some chains it is final only minutes later. */
const LOOK_MS = 1_500;
const SLOW_LOOK_MS = 10_000;
const SLOW_AFTER_MS = 60_000;
/** Longer than a permit waits, and than any chain takes to make a block final. */
const GIVE_UP_MS = 30 * 60_000;

/** Why polling stopped: it takes too long, or the payer is no longer signed in. */
export type GaveUp = "late" | "signed_out";

/** Those of a page whose payer is signed out, or has signed in with another wallet or for the other mode since. */
const signedOut = new Set(["signed_out", "resource_missing"]);

export interface FollowedProgress<T> {
  read(): Promise<Answer<T>>;
  isOver(value: T): boolean;
  onOver(value: T): void;
  onGiveUp(why: GaveUp): void;
}

/**
 * Looks how far a charge or a permit is until it is over, more and more seldom, and not without end. A look that gets no
 * answer is made again.
 * @returns what ends it
 */
export function followProgress<T>(followed: FollowedProgress<T>): () => void {
  const begunAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const look = async () => {
    const answer = await followed.read();
    if (stopped) return;
    if (answer.ok && followed.isOver(answer.value)) return followed.onOver(answer.value);
    if (!answer.ok && signedOut.has(answer.reason)) return followed.onGiveUp("signed_out");
    const passedMs = Date.now() - begunAt;
    if (passedMs >= GIVE_UP_MS) return followed.onGiveUp("late");
    wait(passedMs >= SLOW_AFTER_MS ? SLOW_LOOK_MS : LOOK_MS);
  };
  const wait = (ms: number) => {
    timer = setTimeout(() => void look(), ms);
  };
  wait(LOOK_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

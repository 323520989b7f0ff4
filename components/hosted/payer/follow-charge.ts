import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type { ChargeProgress } from "@/lib/contract/subscriptions/payer-home";

/** A charge is in a block within seconds, and on some chains it is final only minutes later. */
const LOOK_MS = 1_500;
const SLOW_LOOK_MS = 10_000;
const SLOW_AFTER_MS = 60_000;
/** Longer than any chain takes to make a block final. */
const GIVE_UP_MS = 30 * 60_000;

export interface FollowedCharge {
  read(): Promise<Answer<ChargeProgress>>;
  /** It is over: the subscription says how it went. */
  onOver(): void;
  /** Polling stopped: the charge takes too long, or the payer is no longer signed in. */
  onGiveUp(): void;
}

/**
 * Looks how far a charge is until it is over, more and more seldom, and not without end. A look that gets no answer is
 * made again.
 * @returns what ends it
 */
export function followCharge({ read, onOver, onGiveUp }: FollowedCharge): () => void {
  const begunAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const look = async () => {
    const answer = await read();
    if (stopped) return;
    if (answer.ok && answer.value.state === "over") return onOver();
    const passedMs = Date.now() - begunAt;
    const isSignedOut = !answer.ok && answer.reason === "signed_out";
    if (isSignedOut || passedMs >= GIVE_UP_MS) return onGiveUp();
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

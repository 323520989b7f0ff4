import type { Env } from "@/lib/adapters/env/env";
import { spoken } from "@/lib/domain/operations/finding";

/** What is known of a job engine that runs nothing. */
export interface Silence {
  /** Why it took no events at the last try; null when it took them. */
  readonly refusal: string | null;
  /** Since it last ran the heartbeat; null where it never has. */
  readonly secondsAgo: number | null;
}

/** Says what is wrong with a job engine that runs nothing, and what an operator can do. */
export function explainSilence(
  { INNGEST_BASE_URL }: Pick<Env, "INNGEST_BASE_URL">,
  { refusal, secondsAgo }: Silence,
): string {
  const restart = "restart the process, its log says why";
  if (refusal !== null) {
    const remedy = INNGEST_BASE_URL
      ? "start it, and compare INNGEST_BASE_URL and INNGEST_EVENT_KEY with its own"
      : restart;
    return `the job engine takes no events (${refusal}): ${remedy}`;
  }
  const ran = secondsAgo === null ? "has never run one" : `has run none for ${spoken(secondsAgo)}`;
  const sync =
    secondsAgo === null
      ? "sync the app's /api/inngest in it, with the same INNGEST_SIGNING_KEY"
      : "see that it can reach the app's /api/inngest, and sync that again";
  return `the job engine takes events and ${ran}: ${INNGEST_BASE_URL ? sync : restart}`;
}

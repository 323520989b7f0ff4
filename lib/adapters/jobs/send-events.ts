import { inngest } from "./inngest";
import type { JobEvent } from "./job-wiring";

/**
 * Sends events to the job engine; one whose id it has seen has no effect on functions it has reached.
 * Retries for a moment.
 * @throws Error when the engine does not take them
 */
export async function sendEvents(events: JobEvent[]): Promise<void> {
  if (events.length === 0) return;
  // The keys may have been set after the client was made, as the build loads it without any.
  await inngest.setEnvVars().send(events);
}

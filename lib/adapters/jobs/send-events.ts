import { inngest } from "./inngest";
import type { JobEvent } from "./job-wiring";

/**
 * Sends events to the job engine; one whose id it has seen has no effect on functions it has reached.
 * Retries for a moment.
 * @throws Error when the engine does not take them
 */
export async function sendEvents(events: JobEvent[]): Promise<void> {
  if (events.length > 0) await inngest.send(events);
}

import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

const OLD_SECONDS = 120;

/** Whether wake-ups are sent to the job engine. */
export async function checkOutbox({ outbox }: Sources): Promise<Finding> {
  const { count, oldestSeconds } = await outbox();
  if (oldestSeconds <= OLD_SECONDS) return ok();
  return warn(`wake-ups not sent: ${count}, the oldest for ${spoken(oldestSeconds)}`);
}

import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

const LATE_SECONDS = 120;

/** Whether webhooks are sent when they are due. Receivers that refuse them are theirs to repair. */
export async function checkWebhooks({ webhooks }: Sources): Promise<Finding> {
  const { count, oldestSeconds, failingEndpoints } = await webhooks();
  const failing = failingEndpoints > 0 ? `failing endpoints: ${failingEndpoints}` : null;
  if (oldestSeconds <= LATE_SECONDS) return ok(failing);
  const late = `webhooks due: ${count}, the oldest for ${spoken(oldestSeconds)}`;
  return warn(failing ? `${late}; ${failing}` : late);
}

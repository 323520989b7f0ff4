import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** Whether replays of webhooks get on. */
export async function checkReplays({ replays }: Sources): Promise<Finding> {
  const { count, stalled, stalledSeconds, stalledId, waits } = await replays();
  if (stalled === 0) return ok(count > 0 ? `replays running: ${count}` : null);
  const why = waits ? "what it has given waits at its endpoint" : "nobody gives it events";
  return warn(
    `replays without progress: ${stalled}, ${stalledId} for ${spoken(stalledSeconds)}; ${why}`,
  );
}

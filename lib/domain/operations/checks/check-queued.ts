import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { totalOf } from "@/lib/domain/operations/total-of";

const QUEUED_SECONDS = 300;

/** Whether the relay takes what is in its queue. */
export async function checkQueued({ submissions }: Sources): Promise<Finding> {
  const queued = totalOf(
    (await submissions()).filter(({ state }) => state === "queued"),
    ({ oldestSeconds }) => oldestSeconds,
  );
  if (queued.oldest <= QUEUED_SECONDS) return ok();
  return warn(`payments queued: ${queued.count}, the oldest for ${spoken(queued.oldest)}`);
}

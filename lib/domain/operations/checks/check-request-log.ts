import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

const RECENT_SECONDS = 600;

/** Whether requests are logged, each in the partition of its day. */
export async function checkRequestLog({
  preparedDays,
  requestLog,
}: Pick<Sources, "preparedDays" | "requestLog">): Promise<Finding> {
  const droppedAt = requestLog?.droppedAt() ?? null;
  const ago = droppedAt === null ? Infinity : (performance.now() - droppedAt) / 1_000;
  return combine([
    (await preparedDays()) < 1 ? warn("the request log has no partition for tomorrow") : ok(),
    ago < RECENT_SECONDS
      ? warn(`requests were left out of the request log ${spoken(ago)} ago`)
      : ok(),
  ]);
}

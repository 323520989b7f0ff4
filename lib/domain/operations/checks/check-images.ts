import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** The job comes round each minute, and a server may take its time. */
const LATE_SECONDS = 600;

/** Whether merchants' pictures are fetched. */
export async function checkImages({ images }: Sources): Promise<Finding> {
  const { pending, dueSeconds } = await images();
  if (dueSeconds <= LATE_SECONDS) return ok();
  return warn(`pictures not fetched: ${pending} new, the first due for ${spoken(dueSeconds)}`);
}

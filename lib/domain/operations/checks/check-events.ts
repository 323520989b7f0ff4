import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

const OLD_SECONDS = 60;

/** Whether events get their positions, without which nobody is told of them. */
export async function checkEvents({ unnumbered }: Sources): Promise<Finding> {
  const { count, oldestSeconds } = await unnumbered();
  if (oldestSeconds <= OLD_SECONDS) return ok();
  return warn(`events without a position: ${count}, the oldest for ${spoken(oldestSeconds)}`);
}

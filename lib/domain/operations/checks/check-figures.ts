import { type Finding, fail, ok } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** Whether the counters behind the statistics were what the last nightly recount said. Payments do not depend on them. */
export async function checkFigures({
  figureDifferences,
}: Pick<Sources, "figureDifferences">): Promise<Finding> {
  const count = await figureDifferences();
  if (count === 0) return ok();
  return fail(`counters of statistics that differ from a recount: ${count}`);
}

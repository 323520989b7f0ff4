import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** A backlog may take hours; what takes longer fails, or grows faster than it is removed. */
const LATE_SECONDS = 86_400;

/** Whether old rows are removed, of every kind. That the job runs at all is told by the check of the jobs. */
export async function checkRetention({ retention, uptimeSeconds }: Sources): Promise<Finding> {
  const kinds = await retention();
  return combine([
    ok(),
    ...kinds.map(({ name, finishedSecondsAgo }) => {
      const late = Math.min(finishedSecondsAgo ?? Number.POSITIVE_INFINITY, uptimeSeconds());
      if (late <= LATE_SECONDS) return ok();
      const last = finishedSecondsAgo === null ? "never" : `${spoken(finishedSecondsAgo)} ago`;
      return warn(`old rows of the kind ${name} were last all removed: ${last}`);
    }),
  ]);
}

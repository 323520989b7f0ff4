import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { fetchImages as fetch } from "@/lib/domain/images/fetch-images";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;

/**
 * Fetches merchants' pictures: woken when a URL is given, and by the clock for retries. One at a time keeps few files
 * in memory.
 */
export const fetchImages = inngest.createFunction(
  {
    id: "fetch-images",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.images }, { cron: "* * * * *" }],
  },
  ({ step }) =>
    step.run("fetch", () =>
      runJob("fetch-images", (ctx) => fetch(ctx, { until: new Date(Date.now() + STEP_MS) })),
    ),
);

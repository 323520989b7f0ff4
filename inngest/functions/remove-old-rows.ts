import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { removeOldRows as remove } from "@/lib/domain/retention/remove-old-rows";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;

/** Removes rows whose time is over, every ten minutes; a long backlog takes several steps, and runs. */
export const removeOldRows = inngest.createFunction(
  {
    id: "remove-old-rows",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "*/10 * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { more } = await step.run(`remove-${round}`, () =>
        runJob("remove-old-rows", (ctx) => remove(ctx, { until: new Date(Date.now() + STEP_MS) })),
      );
      if (!more) return;
    }
  },
);

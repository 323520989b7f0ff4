import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { drainWebhooks as drain } from "@/lib/domain/webhook-deliveries/drain-webhooks";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;
/** What is due later is found by the clock. */
const CLOCK_MS = 60_000;

/**
 * Sends webhooks: woken by each event that has an endpoint, and by the clock for retries. A wake-up
 * that comes while this process is sending already ends at once.
 */
export const drainWebhooks = inngest.createFunction(
  {
    id: "drain-webhooks",
    retries: 3,
    triggers: [{ event: wakes.webhooks }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { nextDueInMs } = await step.run(`drain-${round}`, () =>
        runJob("drain-webhooks", (ctx) => drain(ctx, { until: new Date(Date.now() + STEP_MS) })),
      );
      if (nextDueInMs === null || nextDueInMs > CLOCK_MS) return;
      if (nextDueInMs >= 1_000) await step.sleep(`rest-${round}`, nextDueInMs);
    }
  },
);

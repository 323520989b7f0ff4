import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { drainMails as drain } from "@/lib/domain/mails/drain-mails";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;
/** What is due later is found by the clock. */
const CLOCK_MS = 60_000;

/**
 * Sends mails: woken by each transaction that queues some, and by the clock for retries. One drain at a time
 * keeps the number of connections to the mail server small.
 */
export const drainMails = inngest.createFunction(
  {
    id: "drain-mails",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.mails }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { nextDueInMs } = await step.run(`drain-${round}`, () =>
        runJob("drain-mails", (ctx) => drain(ctx, { until: new Date(Date.now() + STEP_MS) })),
      );
      if (nextDueInMs === null || nextDueInMs >= CLOCK_MS) return;
      if (nextDueInMs >= 1_000) await step.sleep(`rest-${round}`, nextDueInMs);
    }
  },
);

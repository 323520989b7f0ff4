import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { numberEvents as number } from "@/lib/domain/platform/events/number-events";
import { publishOutbox as publish } from "@/lib/domain/platform/outbox/publish";
import { drainWebhooks as drain } from "@/lib/domain/webhooks/deliveries/drain-webhooks";

/** Numbers the events that no process numbered when they were written. */
export const numberEvents = inngest.createFunction(
  { id: "number-events", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("number", () => runJob("number-events", number));
  },
);

/** Sends the wake-ups that no process sent when they were written. */
export const publishOutbox = inngest.createFunction(
  { id: "publish-outbox", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("publish", () => runJob("publish-outbox", publish));
  },
);

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

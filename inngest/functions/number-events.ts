import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { numberEvents as number } from "@/lib/domain/events/number-events";

/** Numbers the events that no process numbered when they were written. */
export const numberEvents = inngest.createFunction(
  { id: "number-events", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("number", () => runJob("number-events", number));
  },
);

import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { publishOutbox as publish } from "@/lib/domain/outbox/publish";

/** Sends the wake-ups that no process sent when they were written. */
export const publishOutbox = inngest.createFunction(
  { id: "publish-outbox", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("publish", () => runJob("publish-outbox", publish));
  },
);

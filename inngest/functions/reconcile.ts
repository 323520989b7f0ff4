import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { reconcile as wakeOverdue } from "@/lib/domain/outbox/reconcile";

/** Wakes whoever has overdue work: a wake-up may be lost, the row that asked for it is not. */
export const reconcile = inngest.createFunction(
  { id: "reconcile", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("wake-overdue", () => runJob("reconcile", wakeOverdue));
  },
);

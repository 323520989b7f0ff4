import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";

const MAX_ROUNDS = 10;
const FULL_BATCH = 100;

/** Settles refunds that were recorded, and cancels those that were forgotten: each minute, or when it is woken. */
export const settleRefunds = inngest.createFunction(
  {
    id: "settle-refunds",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.refunds }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const due = await step.run(`settle-${round}`, () =>
        runJob("settle-refunds", settleDueRefunds),
      );
      if (due < FULL_BATCH) return;
    }
  },
);

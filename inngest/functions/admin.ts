import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { finishClosings } from "@/lib/domain/admin/merchants/finish-closings";

const MAX_ROUNDS = 50;

/** Ends what is open of merchants that were closed: when one is, and each minute for what was being paid. */
export const closeMerchants = inngest.createFunction(
  {
    id: "close-merchants",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.closings }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const ended = await step.run(`close-${round}`, () =>
        runJob("close-merchants", finishClosings),
      );
      if (ended === 0) return;
    }
  },
);

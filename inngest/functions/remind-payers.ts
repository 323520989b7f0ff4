import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { remindPayers as remind } from "@/lib/domain/subscriptions/reminders/remind-payers";

const MAX_ROUNDS = 50;

/** Reminds payers of charges and ends that are ahead, hourly, two hundred in a step. */
export const remindPayers = inngest.createFunction(
  {
    id: "remind-payers",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.payerReminders }, { cron: "50 * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const reminded = await step.run(`remind-${round}`, () => runJob("remind-payers", remind));
      if (reminded === 0) return;
    }
  },
);

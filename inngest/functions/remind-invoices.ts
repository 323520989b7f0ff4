import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { remindInvoices as remind } from "@/lib/domain/invoices/remind-invoices";

const MAX_ROUNDS = 50;

/** Reminds of the invoices that are due in two days, hourly, a hundred in a step. */
export const remindInvoices = inngest.createFunction(
  {
    id: "remind-invoices",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.invoiceReminders }, { cron: "35 * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const reminded = await step.run(`remind-${round}`, () => runJob("remind-invoices", remind));
      if (reminded === 0) return;
    }
  },
);

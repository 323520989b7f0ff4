import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { markInvoicesOverdue as mark } from "@/lib/domain/invoices/mark-invoices-overdue";

const MAX_ROUNDS = 50;

/** Makes the invoices overdue whose time is up, daily, a hundred in a step. */
export const markInvoicesOverdue = inngest.createFunction(
  {
    id: "mark-invoices-overdue",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.invoicesDue }, { cron: "5 0 * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const marked = await step.run(`mark-${round}`, () => runJob("mark-invoices-overdue", mark));
      if (marked === 0) return;
    }
  },
);

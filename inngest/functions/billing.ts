import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { markInvoicesOverdue as mark } from "@/lib/domain/invoices/mark-invoices-overdue";
import { remindInvoices as remind } from "@/lib/domain/invoices/remind-invoices";
import { drainMails as drain } from "@/lib/domain/mails/drain-mails";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { releaseDueSessions } from "@/lib/domain/payments/sessions/release-sessions";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import { remindPayers as remindOfCharges } from "@/lib/domain/subscriptions/reminders/remind-payers";

const MAX_ROUNDS = 50;

/**
 * Closes the sessions whose time is up, and lets go of what is held for closed ones, each minute, some hundreds in a
 * step.
 */
export const expireSessions = inngest.createFunction(
  { id: "expire-sessions", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const expired = await step.run(`expire-${round}`, () =>
        runJob("expire-sessions", expireDueSessions),
      );
      if (expired === 0) break;
    }
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const released = await step.run(`release-${round}`, () =>
        runJob("expire-sessions", releaseDueSessions),
      );
      if (released === 0) return;
    }
  },
);

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
      const reminded = await step.run(`remind-${round}`, () =>
        runJob("remind-payers", remindOfCharges),
      );
      if (reminded === 0) return;
    }
  },
);

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_REFUND_ROUNDS = 10;

/** Settles refunds that were recorded, and cancels those that were forgotten: each minute, or when it is woken. */
export const settleRefunds = inngest.createFunction(
  {
    id: "settle-refunds",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.refunds }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_REFUND_ROUNDS; round += 1) {
      const settled = await step.run(`settle-${round}`, () =>
        runJob("settle-refunds", (ctx) =>
          settleDueRefunds(ctx, { until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (settled === 0) return;
    }
  },
);

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

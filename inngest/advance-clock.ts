import { createAdvanceClock } from "@/lib/domain/operations/clock/advance-clock";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { advanceJobsWork } from "@/lib/domain/operations/clock/due/advance-jobs-work";
import { sendDigestsWork, studyPlansWork } from "@/lib/domain/operations/clock/due/agents-work";
import { chargeRenewalsWork } from "@/lib/domain/operations/clock/due/charge-renewals-work";
import { expireSessionsWork } from "@/lib/domain/operations/clock/due/expire-sessions-work";
import {
  markInvoicesWork,
  remindInvoicesWork,
} from "@/lib/domain/operations/clock/due/invoices-work";
import { numberEventsWork } from "@/lib/domain/operations/clock/due/number-events-work";
import { remindPayersWork } from "@/lib/domain/operations/clock/due/remind-payers-work";
import { removeOldRowsWork } from "@/lib/domain/operations/clock/due/remove-old-rows-work";
import { sendMailsWork } from "@/lib/domain/operations/clock/due/send-mails-work";
import { sendWebhooksWork } from "@/lib/domain/operations/clock/due/send-webhooks-work";
import { settleRefundsWork } from "@/lib/domain/operations/clock/due/settle-refunds-work";
import { waitForRelayWork } from "@/lib/domain/operations/clock/due/wait-for-relay-work";
import { advanceTime } from "@/lib/engine/advance-time";
import { scanChain } from "@/lib/indexer/scan-chain";

const readChains: ClockWork = {
  name: "chains",
  each: "week",
  run: async (ctx, { db, until }) => {
    for (const chain of ctx.chains.all) await scanChain({ ...ctx, db }, chain, until);
    return 0;
  },
};

/** Moves the clock of the local chain with all that falls due by the time of the business. */
export const advanceClock = createAdvanceClock({
  work: [
    readChains,
    expireSessionsWork,
    markInvoicesWork,
    remindInvoicesWork,
    remindPayersWork,
    chargeRenewalsWork,
    settleRefundsWork,
    advanceJobsWork,
    sendDigestsWork,
    studyPlansWork,
    numberEventsWork,
    sendWebhooksWork,
    sendMailsWork,
    waitForRelayWork,
    removeOldRowsWork,
  ],
  moveJobs: advanceTime,
});

import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { sendBroadcasts as send } from "@/lib/domain/admin/broadcasts/send-broadcasts";
import { finishClosings } from "@/lib/domain/admin/merchants/finish-closings";

const MAX_ROUNDS = 50;
/** The rest of 200,000 merchants waits for the next minute. */
const MAX_BROADCAST_ROUNDS = 1_000;

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

/** Hands broadcasts to merchants, two hundred in a step: when one is written, and each minute for what was broken off. */
export const sendBroadcasts = inngest.createFunction(
  {
    id: "send-broadcasts",
    retries: 3,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.broadcasts }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_BROADCAST_ROUNDS; round += 1) {
      const reached = await step.run(`send-${round}`, () => runJob("send-broadcasts", send));
      if (reached === null) return;
    }
  },
);

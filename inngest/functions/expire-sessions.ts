import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { expireDueSessions } from "@/lib/domain/payment-sessions/expire-due-sessions";

const MAX_ROUNDS = 50;

/** Closes the sessions whose time is up, each minute, some hundreds in a step. */
export const expireSessions = inngest.createFunction(
  { id: "expire-sessions", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const expired = await step.run(`expire-${round}`, () =>
        runJob("expire-sessions", expireDueSessions),
      );
      if (expired === 0) return;
    }
  },
);

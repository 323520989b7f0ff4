import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import { advanceDueJobs } from "@/lib/domain/agents/jobs/advance-due-jobs";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";

const MAX_ROUNDS = 50;
/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;

/** Does what time decides of agents' jobs, each minute, a hundred in a step. */
export const advanceAgentJobs = inngest.createFunction(
  {
    id: "advance-agent-jobs",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const due = await step.run(`advance-${round}`, () =>
        runJob("advance-agent-jobs", advanceDueJobs),
      );
      if (due === 0) return;
    }
  },
);

/** Reads treasuries from the chains, each minute and when their owners have set something, fifty of a chain in a step. */
export const readTreasuries = inngest.createFunction(
  {
    id: "read-treasuries",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ event: wakes.treasuries }, { cron: "* * * * *" }],
  },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const read = await step.run(`read-${round}`, () =>
        runJob("read-treasuries", (ctx) =>
          readDueTreasuries(ctx, { until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (read === 0) return;
    }
  },
);

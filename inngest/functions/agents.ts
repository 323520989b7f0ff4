import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { sendDigests as send } from "@/lib/domain/agents/cashflow/send-digests";
import { studyPlans as study } from "@/lib/domain/agents/pricing/study-plans";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;

/** Tells merchants of yesterday's cash flow: what is not told yet is looked for each hour from six (UTC) on. */
export const sendDigests = inngest.createFunction(
  {
    id: "send-digests",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "8 * * * *" }],
  },
  async ({ step }) => {
    let after: Owner | null = null;
    for (let round = 1; ; round += 1) {
      const from: Owner | null = after;
      after = await step.run(`send-${round}`, () =>
        runJob<Owner | null>("send-digests", (ctx) =>
          send(ctx, { after: from, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (after === null) return;
    }
  },
);

/** Tells merchants what last week shows of their plans: what is not told yet is looked for each hour. */
export const studyPlans = inngest.createFunction(
  {
    id: "study-plans",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "38 * * * *" }],
  },
  async ({ step }) => {
    let after: Owner | null = null;
    for (let round = 1; ; round += 1) {
      const from: Owner | null = after;
      after = await step.run(`study-${round}`, () =>
        runJob<Owner | null>("study-plans", (ctx) =>
          study(ctx, { after: from, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (after === null) return;
    }
  },
);

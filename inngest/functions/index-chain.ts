import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { indexChain as index } from "@/lib/indexer/index-chain";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
/** After so many a run ends at the next tick, whatever is open: the tick's run goes on. */
const MAX_STEPS = 20;
/** A minute has a tick. */
const LAST_STEPS = 3;

/**
 * Follows a chain: woken by what the relay sends, and each minute. A wake-up that comes while the chain
 * is being followed is heard by the one that follows, and starts nothing.
 */
export const indexChain = inngest.createFunction(
  {
    id: "index-chain",
    retries: 3,
    concurrency: { limit: 1, key: "event.data.chainId" },
    singleton: { mode: "skip", key: "event.data.chainId" },
    triggers: [{ event: wakes.chain }],
  },
  async ({ event, step }) => {
    const chainId = Number(event.data.chainId);
    for (let round = 1; round <= MAX_STEPS + LAST_STEPS; round += 1) {
      const follow = round <= MAX_STEPS ? "whileOpen" : "untilTick";
      const { nextDueInMs } = await step.run(`scan-${round}`, () =>
        runJob("index-chain", (ctx) =>
          index(ctx, { chainId, until: new Date(Date.now() + STEP_MS), follow }),
        ),
      );
      if (nextDueInMs === null) return;
      if (nextDueInMs >= 1_000) await step.sleep(`rest-${round}`, nextDueInMs);
    }
  },
);

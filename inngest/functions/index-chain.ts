import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { indexChain as index } from "@/lib/indexer/index-chain";
import { systemContext } from "@/lib/server/system-context";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;

/**
 * Follows a chain: woken by what the relay sends, and each minute. A wake-up that comes while the chain
 * is being followed has nothing to add and is left out.
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
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { nextDueInMs } = await step.run(`scan-${round}`, async () =>
        index(await systemContext(), { chainId, until: new Date(Date.now() + STEP_MS) }),
      );
      if (nextDueInMs === null) return;
      if (nextDueInMs >= 1_000) await step.sleep(`rest-${round}`, nextDueInMs);
    }
  },
);

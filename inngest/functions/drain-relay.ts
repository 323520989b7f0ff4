import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/wakes";
import { drainRelay as drain } from "@/lib/domain/relay/drain-relay";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
const MAX_STEPS = 20;

/**
 * Relays what was submitted: woken by each submission, and by the clock for what fell due meanwhile.
 * Wake-ups of a chain wait for each other, so that none is lost; one that finds nothing ends at once.
 */
export const drainRelay = inngest.createFunction(
  {
    id: "drain-relay",
    retries: 3,
    concurrency: { limit: 1, key: "event.data.chainId" },
    triggers: [{ event: wakes.relay }, { cron: "* * * * *" }],
  },
  async ({ event, step }) => {
    const chainId = chainIdOf(event.data);
    for (let round = 1; round <= MAX_STEPS; round += 1) {
      const { more } = await step.run(`drain-${round}`, () =>
        runJob("drain-relay", (ctx) =>
          drain(ctx, { chainId, until: new Date(Date.now() + STEP_MS) }),
        ),
      );
      if (!more) return;
    }
  },
);

/** The clock names no chain: all are looked at. */
function chainIdOf(data: unknown): number | undefined {
  const { chainId } = (data ?? {}) as { chainId?: unknown };
  return typeof chainId === "number" ? chainId : undefined;
}

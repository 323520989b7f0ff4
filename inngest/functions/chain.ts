import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { drainRelay as drain } from "@/lib/domain/wallets/drain-relay";
import { indexChain as index, wakeChains as wake } from "@/lib/indexer/index-chain";

/** Steps stay well under the two minutes after which a call may be given up and repeated. */
const STEP_MS = 50_000;
/** After this many steps a run ends at the next tick, even with open work: the tick's run continues it. */
const MAX_STEPS = 20;
/** A minute has a tick. */
const LAST_STEPS = 3;
/** While a chain is added, processes that do not have it yet take its steps too: a later step finds one that has. */
const ELSEWHERE_MS = 1_000;

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
        runJob("index-chain", async (ctx) =>
          isServed(ctx, chainId)
            ? index(ctx, { chainId, until: new Date(Date.now() + STEP_MS), follow })
            : { nextDueInMs: ELSEWHERE_MS },
        ),
      );
      if (nextDueInMs === null) return;
      if (nextDueInMs >= 1_000) await step.sleep(`rest-${round}`, nextDueInMs);
    }
  },
);

/** Has every chain looked at once a minute, whether or not the relay has sent anything. */
export const wakeChains = inngest.createFunction(
  { id: "wake-chains", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("wake", () => runJob("wake-chains", wake));
  },
);

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
      const outcome = await step.run(`drain-${round}`, () =>
        runJob("drain-relay", async (ctx) =>
          chainId === undefined || isServed(ctx, chainId)
            ? drain(ctx, { chainId, until: new Date(Date.now() + STEP_MS) })
            : ("elsewhere" as const),
        ),
      );
      if (outcome === "elsewhere") await step.sleep(`rest-${round}`, ELSEWHERE_MS);
      else if (!outcome.more) return;
    }
  },
);

/** Whether this process is configured for the chain. */
const isServed = ({ chains }: Context<SystemActor>, chainId: number): boolean =>
  chains.all.some(({ id }) => id === chainId);

/** The clock names no chain: all are looked at. */
function chainIdOf(data: unknown): number | undefined {
  const { chainId } = (data ?? {}) as { chainId?: unknown };
  return typeof chainId === "number" ? chainId : undefined;
}

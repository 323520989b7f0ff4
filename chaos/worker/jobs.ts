import type { Context, SystemActor } from "@/lib/domain/context";
import { publishOutbox } from "@/lib/domain/outbox/publish";
import { expireDueSessions } from "@/lib/domain/payment-sessions/expire-due-sessions";
import { drainRelay } from "@/lib/domain/relay/drain-relay";
import { drainWebhooks } from "@/lib/domain/webhook-deliveries/drain-webhooks";
import { indexChain } from "@/lib/indexer/index-chain";
import type { Role } from "./work-order";

const SHIFT_MS = 20_000;

type Job = (ctx: Context<SystemActor>) => Promise<unknown>;

/** What each role does over and over, as the job functions do. */
export const jobs: Record<Exclude<Role, "api">, Job> = {
  relay: (ctx) => eachChain(ctx, (chainId) => drainRelay(ctx, { chainId, until: shiftEnd() })),
  indexer: (ctx) => eachChain(ctx, (chainId) => indexChain(ctx, { chainId, until: shiftEnd() })),
  webhooks: (ctx) => drainWebhooks(ctx, { until: shiftEnd() }),
  upkeep: async (ctx) => {
    await publishOutbox(ctx);
    await expireDueSessions(ctx);
  },
};

const shiftEnd = () => new Date(Date.now() + SHIFT_MS);

async function eachChain(
  { chains }: Context<SystemActor>,
  work: (chainId: number) => Promise<unknown>,
): Promise<void> {
  for (const { id } of chains.all) await work(id);
}

import type { Context, SystemActor } from "@/lib/domain/context";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import { publishOutbox } from "@/lib/domain/outbox/publish";
import { expireDueSessions } from "@/lib/domain/payment-sessions/expire-due-sessions";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import { drainRelay } from "@/lib/domain/relay/drain-relay";
import { drainWebhooks } from "@/lib/domain/webhook-deliveries/drain-webhooks";
import { indexChain } from "@/lib/indexer/index-chain";
import type { Role } from "./work-order";

const SHIFT_MS = 20_000;

type Job = () => Promise<unknown>;
type Ctx = Context<SystemActor>;

/** What each role does over and over, as the job functions do: each chain has jobs of its own. */
export const jobs: Record<Exclude<Role, "api">, (ctx: Ctx) => Job[]> = {
  relay: (ctx) =>
    ctx.chains.all.map(
      ({ id }) =>
        () =>
          drainRelay(ctx, { chainId: id, until: shiftEnd() }),
    ),
  indexer: (ctx) =>
    ctx.chains.all.map(
      ({ id }) =>
        () =>
          indexChain(ctx, { chainId: id, until: shiftEnd() }),
    ),
  webhooks: (ctx) => [() => drainWebhooks(ctx, { until: shiftEnd() })],
  upkeep: (ctx) => [
    () => publishOutbox(ctx).then(() => expireDueSessions(ctx)),
    () => settleDueRefunds(ctx),
    () => drainMails(ctx, { until: shiftEnd() }),
  ],
};

const shiftEnd = () => new Date(Date.now() + SHIFT_MS);

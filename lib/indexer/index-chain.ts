import { setTimeout as sleep } from "node:timers/promises";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import type { Context, SystemActor } from "@/lib/domain/context";
import { releaseHeldSettlements } from "@/lib/domain/payments/release-held-settlements";
import { haltCursor } from "./cursor";
import { rebuildChain } from "./rebuild-chain";
import type { LostBlock } from "./reorg";
import { type ScanOutcome, scanChain } from "./scan-chain";

const SHORTEST_POLL_MS = 100;

/**
 * Follows a chain: reads it to its head, and as long as a payment is not final or the relay has a
 * transaction out, looks again about twice a block, until `until`. Any number may run at once. Trouble
 * with the node is a reason to look again, never an error.
 * @returns when to be called again, null when a wake-up or the next tick will do; `halted` when a
 * finalised block was lost and a person must decide
 */
export async function indexChain(
  ctx: Context<SystemActor>,
  { chainId, until }: { chainId: number; until: Date },
): Promise<{ nextDueInMs: number | null; halted: boolean }> {
  const chain = chainById(ctx.chains, chainId);
  const pollMs = Math.max(SHORTEST_POLL_MS, chain.preset.blockSeconds * 500);
  await releaseHeldSettlements(ctx, { chainId });
  for (;;) {
    const outcome = await scanAndRepair(ctx, chain, until);
    if (outcome.kind === "halted") return { nextDueInMs: null, halted: true };
    if (outcome.kind === "current" && !(await hasUnfinished(ctx, chainId))) {
      return { nextDueInMs: null, halted: false };
    }
    const stopping = ctx.stopping?.aborted ?? false;
    if (stopping || Date.now() + pollMs >= until.getTime())
      return { nextDueInMs: pollMs, halted: false };
    await sleep(pollMs);
  }
}

async function scanAndRepair(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<ScanOutcome> {
  const outcome = await scanChain(ctx, chain, until);
  if (outcome.kind !== "lost") return outcome;
  const reason = lossOf(outcome.block);
  if (chain.local) {
    ctx.log.warn({ chainId: chain.id, reason }, "the local chain lost a finalised block");
    return rebuildChain(ctx, { chainId: chain.id, until });
  }
  ctx.log.error({ chainId: chain.id, reason }, "indexing stops: a finalised block was lost");
  await haltCursor(ctx.db, chain.id, reason);
  return { kind: "halted", reason };
}

function lossOf({ number, hash, found }: LostBlock): string {
  const instead = found ? `${found} is in its place` : "the chain has become shorter";
  return `Finalised block ${number} (${hash}) was lost: ${instead}.`;
}

async function hasUnfinished(ctx: Context<SystemActor>, chainId: number): Promise<boolean> {
  const [row] = await ctx.db<{ unfinished: boolean }[]>`
    select exists (
      select from transactions t join deployments d on d.id = t.deployment_id
      where t.chain_id = ${chainId} and t.status = 'pending'
        and t.payment_exception <> 'screening' and d.joined_at is not null
    ) or exists (
      select from relay_batches where chain_id = ${chainId} and state <> 'consumed'
    ) as unfinished`;
  return row?.unfinished ?? false;
}

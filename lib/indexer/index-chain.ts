import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import type { Context, SystemActor } from "@/lib/domain/context";
import { releaseHeldSettlements } from "@/lib/domain/payments/release-held-settlements";
import { releaseHeldCharges } from "@/lib/domain/subscription-books/release-held-charges";
import { readOpenWork } from "./open-work";
import { doubtPauseMs, type Following, mayEnd, pauseAfter } from "./pace";
import { rebuildChain } from "./rebuild-chain";
import { type ScanOutcome, scanChain } from "./scan-chain";
import { openScanSignal } from "./scan-signal";

/** What to index, and for how long. */
export interface IndexInput {
  readonly chainId: number;
  readonly until: Date;
  /** Without it the call ends once all is final. */
  readonly follow?: Following;
}

/** How a call ended. */
export interface IndexOutcome {
  /** When to be called again; null when a wake-up or the next tick will do. */
  readonly nextDueInMs: number | null;
  /** A finalised block was lost: nothing moves until it is there again, or a person decides. */
  readonly halted: boolean;
}

/**
 * Follows a chain: reads it to its head and looks again, until `until`: about twice a block while a
 * payment is not final, the relay has a transaction out, a charge falls due soon, or a payer is in a grace period, once a
 * block while a session may be paid, and each five seconds otherwise. What the relay sends is heard at once. Any number may run at once.
 * Trouble with the node is a reason to look again, never an error.
 */
export async function indexChain(
  ctx: Context<SystemActor>,
  { chainId, until, follow }: IndexInput,
): Promise<IndexOutcome> {
  const chain = chainById(ctx.chains, chainId);
  const signal = openScanSignal(ctx);
  try {
    await releaseHeldSettlements(ctx, { chainId });
    await releaseHeldCharges(ctx, { chainId });
    for (;;) {
      const outcome = await scanAndRebuild(ctx, chain, until);
      if (outcome.kind === "halted") return { nextDueInMs: null, halted: true };
      // In doubt nothing moves: others can use the time until the next look.
      if (outcome.kind === "doubted") return { nextDueInMs: doubtPauseMs, halted: false };
      const work = await readOpenWork(ctx.db, chainId);
      if (outcome.kind === "current" && mayEnd(work, follow)) {
        return { nextDueInMs: null, halted: false };
      }
      const pauseMs = pauseAfter(chain, outcome, work);
      if (ctx.stopping?.aborted || Date.now() + pauseMs >= until.getTime()) {
        return { nextDueInMs: pauseMs, halted: false };
      }
      await signal.wait(pauseMs);
    }
  } finally {
    signal.close();
  }
}

async function scanAndRebuild(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<ScanOutcome> {
  const outcome = await scanChain(ctx, chain, until);
  if (outcome.kind !== "lost") return outcome;
  const { number, hash } = outcome.block;
  const fields = { chainId: chain.id, block: String(number), hash };
  ctx.log.warn(fields, "the local chain lost a finalised block");
  return rebuildChain(ctx, { chainId: chain.id, until });
}

import { transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { EarlyStage } from "@/lib/core/payments/stages";
import { confirmEarly } from "@/lib/domain/payments/settlements/confirm-early";
import {
  type EarlySettlement,
  findEarlySettlements,
} from "@/lib/domain/payments/settlements/find-early-settlements";
import { screenPayers } from "@/lib/domain/payments/settlements/screen-payers";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { findCursor, type Position } from "./cursor";
import { type FinalMark, stillHolds } from "./finality";

/** How many settlements one transaction confirms, give or take a block. */
const BATCH = 1_000;

/** A stretch of blocks that reach a stage. */
interface Reaching {
  readonly stage: EarlyStage;
  /** The last block that has reached it before. */
  readonly above: bigint;
  readonly target: FinalMark;
}

/**
 * Confirms what merchants take before it is final: what was read up to `at` is `seen`, and what the chain's
 * own mark covers `safe`. Payers are screened first; one that is not clear waits for the final block, where
 * it is held up.
 * @param safe null where the chain says nothing of safe blocks: only what is final is safe
 * @returns false when the cursor moved away from `at` meanwhile
 */
export async function advanceStages(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
  safe: FinalMark | null,
): Promise<boolean> {
  const cursor = await findCursor(ctx.db, chain.id);
  if (!cursor) return false;
  const { finalizedNumber, seenNumber, safeNumber } = cursor;
  const higher = (number: bigint) => (number > finalizedNumber ? number : finalizedNumber);
  const isSafe = safe !== null && safe.number <= at.number && safe.number > finalizedNumber;
  const safeTarget = isSafe ? safe : { number: finalizedNumber, hash: null };
  const reaching: Reaching[] = [
    { stage: "safe", above: safeNumber, target: safeTarget },
    { stage: "seen", above: seenNumber, target: at },
  ];
  for (const one of reaching) {
    if (one.target.number <= one.above) continue;
    const above = higher(one.above);
    if (!(await advance(ctx, chain, at, { ...one, above }))) return false;
  }
  return true;
}

async function advance(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
  { stage, above, target }: Reaching,
): Promise<boolean> {
  let from = above;
  for (;;) {
    const range = { chainId: chain.id, above: from, through: target.number, limit: BATCH };
    const waiting: EarlySettlement[] = await findEarlySettlements(ctx.db, stage, range);
    const isLast = waiting.length < BATCH;
    const reached = isLast ? target.number : (waiting.at(-1)?.blockNumber ?? target.number);
    const { cleared } = await screenPayers(ctx, waiting);
    const done = await transaction(ctx.db, async (tx) => {
      if (!(await stillHolds(tx, chain, at, target))) return false;
      await confirmEarly(ctx, tx, cleared);
      const moved =
        stage === "safe"
          ? tx`safe_number = greatest(safe_number, ${reached})`
          : tx`seen_number = greatest(seen_number, ${reached})`;
      await tx`update chain_cursors set ${moved} where chain_id = ${chain.id}`;
      return true;
    });
    if (!done || isLast) return done;
    from = reached;
  }
}

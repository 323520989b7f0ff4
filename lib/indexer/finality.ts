import { type TransactionSql, transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type Block, readFinalizedBlock, readSafeBlock } from "@/lib/adapters/chain/reads/blocks";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { applyJobEvents } from "@/lib/domain/agents/jobs/apply-job-events";
import { applyTreasuryChanges } from "@/lib/domain/agents/treasury/treasury-changes";
import { applyRegistryChanges } from "@/lib/domain/merchants/registrations/apply-registry-changes";
import { confirmSettlements } from "@/lib/domain/payments/settlements/confirm-settlements";
import {
  findFinalSettlements,
  type WaitingSettlement,
} from "@/lib/domain/payments/settlements/find-final-settlements";
import { screenPayers } from "@/lib/domain/payments/settlements/screen-payers";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { applyRefundEvents, applyWaitingRefunds } from "@/lib/domain/refunds/apply-refund-events";
import { applySubscriptionEvents } from "@/lib/domain/subscriptions/books/apply-subscription-events";
import { completeUnlinked } from "@/lib/domain/subscriptions/books/complete-unlinked";
import { endOfStep } from "@/lib/domain/subscriptions/books/event-range";
import { screenCharges } from "@/lib/domain/subscriptions/books/screen-charges";
import { findCursor, lockCursor, type Position } from "./cursor";

/** Up to where the node calls its blocks final. */
export interface FinalMark {
  readonly number: bigint;
  /** Given where the chain itself names the block. */
  readonly hash: Bytes32 | null;
}

/** Before the first block. */
const NOTHING_FINAL: FinalMark = { number: -1n, hash: null };

/**
 * Reads what is final from the node that named the head: another one may be ahead of it.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFinalMark({ finality, rpc }: Chain, head: Block): Promise<FinalMark> {
  switch (finality.kind) {
    case "instant":
      return { number: head.number, hash: null };
    case "depth":
      return { number: head.number - BigInt(finality.depth), hash: null };
    case "tag":
      return (await readFinalizedBlock(rpc)) ?? NOTHING_FINAL;
  }
}

/**
 * Reads what is safe from the node that named the head. A chain without a measure of its own, and a node
 * that does not know the tag, have the final mark: nothing is safe before it is final.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readSafeMark(
  { finality, rpc }: Chain,
  head: Block,
): Promise<FinalMark | null> {
  if (finality.kind === "depth" && finality.safe !== undefined) {
    return { number: head.number - BigInt(finality.safe), hash: null };
  }
  if (finality.kind !== "tag") return null;
  try {
    return await readSafeBlock(rpc);
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

/**
 * The highest block that may be called final when the chain has been read up to `at`. It is counted
 * from what was read, not from the node's head: every block in between is then known to descend from it.
 * @returns null when nothing can be said yet
 */
function finalTarget({ finality }: Chain, at: Position, mark: FinalMark): FinalMark | null {
  switch (finality.kind) {
    case "instant":
      return { number: at.number, hash: at.hash };
    case "depth":
      return { number: at.number - BigInt(finality.depth), hash: null };
    case "tag":
      return mark.number <= at.number ? mark : null;
  }
}

/** How many settlements one transaction confirms, give or take a block. */
const BATCH = 1_000;

/**
 * Moves finality as far as what has been read allows, and confirms what becomes final with it: first
 * the payers are screened, then one transaction per batch confirms and moves `finalized_number`.
 * @returns false when the cursor moved away from `at` meanwhile: nothing more was made final
 */
export async function finalize(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
  mark: FinalMark,
): Promise<boolean> {
  const target = finalTarget(chain, at, mark);
  if (!target) return true;
  for (;;) {
    const step = await nextStep(ctx, chain, target.number);
    if (!step) return true;
    const verdicts = await screenPayers(ctx, step.waiting);
    const charges = await screenCharges(ctx, step.range);
    const done = await transaction(ctx.db, async (tx) => {
      if (!(await stillHolds(tx, chain, at, target))) return false;
      const before = await moveFinality(tx, chain.id, step.range.through);
      const range = before !== null && { ...step.range, above: before };
      if (range) await applyRegistryChanges(tx, range);
      await confirmSettlements(ctx, tx, verdicts);
      for (const deploymentId of lateIn(step)) {
        await applyWaitingRefunds(ctx, tx, { deploymentId, kind: "refunds" });
      }
      if (range) await applySubscriptionEvents(ctx, tx, range, charges);
      if (range) await applyRefundEvents(ctx, tx, range);
      if (range) await applyJobEvents(ctx, tx, range);
      if (range) await applyTreasuryChanges(tx, range);
      if (range) await completeUnlinked(tx, chain.id);
      return true;
    });
    if (!done || step.isLast) return done;
  }
}

/** What one transaction makes final. */
interface FinalStep {
  readonly waiting: readonly WaitingSettlement[];
  readonly range: { readonly chainId: number; readonly above: bigint; readonly through: bigint };
  readonly isLast: boolean;
}

/** The deployments whose settlements were read after their blocks had become final: refunds of them may wait. */
function lateIn({ waiting, range }: FinalStep): Set<string> {
  const late = waiting.filter(({ blockNumber }) => blockNumber <= range.above);
  return new Set(late.map(({ deploymentId }) => deploymentId));
}

/** @returns null where everything up to the target is final */
async function nextStep(
  { db }: Context<SystemActor>,
  { id: chainId }: Chain,
  target: bigint,
): Promise<FinalStep | null> {
  const above = (await findCursor(db, chainId))?.finalizedNumber ?? target;
  const found = await findFinalSettlements(db, { chainId, through: target, limit: BATCH });
  if (found.length === 0 && above >= target) return null;
  const last = found.length < BATCH ? undefined : found.at(-1);
  const range = { chainId, above, through: last?.blockNumber ?? target };
  const through = range.through > above ? await endOfStep(db, range) : range.through;
  const waiting = found.filter(({ blockNumber }) => blockNumber <= through);
  return { waiting, range: { ...range, through }, isLast: through === target };
}

/** Under the cursor's lock: what was read up to `at` is still what we hold, and holds the marked block. */
export async function stillHolds(
  tx: TransactionSql,
  chain: Chain,
  at: Position,
  target: FinalMark,
): Promise<boolean> {
  if (!(await lockCursor(tx, chain.id, at))) return false;
  if (target.hash === null) return true;
  const [row] = await tx<{ hash: Bytes32 }[]>`
    select hash from chain_blocks where chain_id = ${chain.id} and number = ${target.number}`;
  return row === undefined || row.hash === target.hash;
}

/**
 * Never moves back. Blocks that are final and empty are forgotten, all but the last.
 * @returns where it was; null when it did not move
 */
async function moveFinality(
  tx: TransactionSql,
  chainId: number,
  reached: bigint,
): Promise<bigint | null> {
  const [moved] = await tx<{ before: bigint }[]>`
    update chain_cursors c
    set finalized_number = b.number, finalized_at = b.timestamp, updated_at = now()
    from chain_blocks b, (
      select finalized_number as before from chain_cursors where chain_id = ${chainId}
    ) old
    where c.chain_id = ${chainId} and b.chain_id = c.chain_id and b.number = ${reached}
      and c.finalized_number < b.number
    returning old.before`;
  if (!moved) return null;
  await tx`
    delete from chain_blocks b
    where b.chain_id = ${chainId} and b.number >= ${moved.before} and b.number < ${reached}
      and not exists (
        select from chain_events e where e.chain_id = b.chain_id and e.block_number = b.number
      )`;
  return moved.before;
}

import { type TransactionSql, transaction } from "@/db/client";
import type { Block } from "@/lib/adapters/chain/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import type { Chain, Deployment } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/hex";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import type { Context, SystemActor } from "@/lib/domain/context";
import { seeSettlements } from "@/lib/domain/payments/see-settlements";
import { exceptionAfter } from "@/lib/domain/payments/unwind-settlements";
import { type CursorRow, findCursor, lockCursor } from "./cursor";
import { newPace, type Pace, readSpan, type Span } from "./read-span";
import { deploymentsOn, joinedIds, type Source, sourceOf } from "./source";
import { storeBlocks, storeEvents } from "./store-blocks";

/** How far a deployment's own history has been read. */
interface Progress {
  number: bigint;
  /** Null where nothing has been read yet. */
  hash: Bytes32 | null;
}

/**
 * Keeps the deployments that are read along in step with the configuration. Ones that were added after the
 * cursor had passed their first block catch up with it: their history is read from their start to the
 * cursor, and then they are read along. What is settled there becomes visible at once, and is confirmed
 * only after joining, when the history is known to be part of the chain that the cursor is on. Ones
 * that are not configured any more rest where the cursor is, and catch up when they come back.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function joinDeployments(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<void> {
  const joined = await joinedIds(ctx.db, chain.id);
  const configured = deploymentsOn(ctx.chains, chain);
  for (const deployment of configured) {
    if (!joined.includes(deployment.id)) await backfill(ctx, sourceOf(chain, [deployment]), until);
  }
  const ids = configured.map(({ id }) => id);
  const absent = joined.filter((id) => !ids.includes(id));
  if (absent.length > 0) await rest(ctx, chain, absent);
}

async function rest(ctx: Context<SystemActor>, chain: Chain, ids: string[]): Promise<void> {
  ctx.log.warn({ chainId: chain.id, deployments: ids }, "deployments are not configured any more");
  await transaction(ctx.db, async (tx) => {
    const [cursor] = await tx<CursorRow[]>`
      select * from chain_cursors where chain_id = ${chain.id} for update`;
    if (!cursor) return;
    await tx`
      update deployments set joined_at = null, backfilled_number = ${cursor.number},
        backfilled_hash = ${cursor.hash}
      where id = any (${ids}) and joined_at is not null`;
  });
}

async function backfill(ctx: Context<SystemActor>, source: Source, until: Date): Promise<void> {
  const [deployment] = source.deployments;
  if (!deployment) return;
  const pace = newPace();
  while (Date.now() < until.getTime()) {
    const cursor = await findCursor(ctx.db, source.chain.id);
    if (!cursor || (await tryJoin(ctx, deployment, cursor))) return;
    const progress = await readProgress(ctx, deployment);
    if (progress.number >= cursor.number) return restart(ctx, deployment);
    const span = await readHistory(source, progress, cursor, pace);
    if (span.forked) return restart(ctx, deployment);
    await storeHistory(ctx, source, deployment, progress, span);
  }
}

function readHistory(
  source: Source,
  progress: Progress,
  cursor: CursorRow,
  pace: Pace,
): Promise<Span> {
  const reach = { after: progress, to: cursor.number, finalTo: cursor.finalizedNumber };
  return readSpan(source, reach, pace);
}

async function readProgress(
  ctx: Context<SystemActor>,
  { id, startBlock }: Deployment,
): Promise<Progress> {
  const [row] = await ctx.db<{ number: bigint | null; hash: Bytes32 | null }[]>`
    select backfilled_number as number, backfilled_hash as hash from deployments where id = ${id}`;
  return { number: row?.number ?? BigInt(startBlock) - 1n, hash: row?.hash ?? null };
}

/** @returns whether the deployment's history now ends where the cursor is, or begins after it */
async function tryJoin(
  ctx: Context<SystemActor>,
  { id, startBlock }: Deployment,
  cursor: CursorRow,
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    if (!(await lockCursor(tx, cursor.chainId, cursor))) return false;
    const { count } = await tx`
      update deployments set joined_at = now(), backfilled_number = null, backfilled_hash = null
      where id = ${id} and joined_at is null
        and (${BigInt(startBlock)} > ${cursor.number}
          or (backfilled_number = ${cursor.number} and backfilled_hash = ${cursor.hash}))`;
    return count === 1;
  });
}

async function storeHistory(
  ctx: Context<SystemActor>,
  source: Source,
  { id }: Deployment,
  from: Progress,
  span: Span,
): Promise<void> {
  const last = span.blocks.at(-1);
  if (!last) return;
  const settled = new Set(span.settlements.map(({ blockNumber }) => blockNumber));
  await transaction(ctx.db, async (tx) => {
    const stored = await checkAgainstChain(tx, source.chain, span.blocks);
    const { count } = await tx`
      update deployments set backfilled_number = ${last.number}, backfilled_hash = ${last.hash}
      where id = ${id} and joined_at is null
        and coalesce(backfilled_number, ${from.number}) = ${from.number}`;
    if (count !== 1) return;
    const isNew = ({ number }: Block) => settled.has(number) && !stored.has(number);
    await storeBlocks(tx, source.chain.id, span.blocks.filter(isNew));
    await seeSettlements(ctx, tx, await storeEvents(tx, source, span.settlements));
  });
}

/**
 * Locks the cursor. Where the chain's own blocks are stored, the history must consist of the same, and
 * it must not reach beyond the cursor.
 * @returns the heights that are stored
 */
async function checkAgainstChain(
  tx: TransactionSql,
  { id }: Chain,
  blocks: readonly Block[],
): Promise<Set<bigint>> {
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]));
  const [cursor] = await tx<{ number: bigint }[]>`
    select number from chain_cursors where chain_id = ${id} for update`;
  const [first, last] = [blocks[0]?.number ?? 0n, blocks.at(-1)?.number ?? 0n];
  const rows = await tx<{ number: bigint; hash: Bytes32 }[]>`
    select number, hash from chain_blocks
    where chain_id = ${id} and number between ${first} and ${last}`;
  const differs = rows.some(({ number, hash }) => hashes.get(number) !== hash);
  if (!cursor || cursor.number < last || differs) {
    throw new ChainDoubt("The history that was read is not the one that the cursor has passed");
  }
  return new Set(rows.map(({ number }) => number));
}

/** Forgets a history that turned out to be of other blocks than the cursor's chain. */
async function restart(ctx: Context<SystemActor>, { id }: Deployment): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update deployments set backfilled_number = null, backfilled_hash = null
      where id = ${id} and joined_at is null`;
    if (count !== 1) return;
    await tx`delete from chain_events where deployment_id = ${id}`;
    await tx`
      update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)}
      where deployment_id = ${id}
        and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
  });
}

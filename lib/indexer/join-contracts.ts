import { type TransactionSql, transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { Block } from "@/lib/adapters/chain/reads/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { applyJobHistory } from "@/lib/domain/agents/jobs/apply-job-events";
import { applyRegistryHistory } from "@/lib/domain/merchants/registrations/apply-registry-changes";
import { forgetSettlements } from "@/lib/domain/payments/settlements/forget-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { applyRefundHistory } from "@/lib/domain/refunds/apply-refund-events";
import { beginHistory } from "@/lib/domain/subscriptions/books/book-history";
import { forgetCharges } from "@/lib/domain/subscriptions/books/show-charges";
import { type CursorRow, findCursor, lockCursor } from "./cursor";
import { seeEvents } from "./decode";
import { newPace, type Pace, readSpan, type Span } from "./read-span";
import {
  blockBefore,
  contractsOn,
  joinedKeys,
  keyOf,
  type Source,
  type SourceContract,
  sourceOf,
} from "./source";
import { storeBlocks } from "./store-blocks";

/** How far a contract's own history has been read. */
interface Progress {
  number: bigint;
  /** Null where nothing has been read yet. */
  hash: Bytes32 | null;
}

/**
 * Keeps the contracts that are read along in step with the configuration. Ones that were added after the
 * cursor had passed their first block catch up with it: their history is read from their start to the
 * cursor, and then they are read along. What they did becomes visible at once, and final only after
 * joining, when the history is known to be part of the chain that the cursor is on. Ones that are not
 * configured any more rest where the cursor is, and catch up when they come back.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function joinContracts(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<void> {
  const joined = await joinedKeys(ctx.db, chain.id);
  const configured = contractsOn(ctx.chains, chain);
  for (const contract of configured) {
    if (!joined.has(keyOf(contract))) await backfill(ctx, chain, contract, until);
  }
  const known = new Set(configured.map(keyOf));
  const absent = [...joined].filter((key) => !known.has(key));
  if (absent.length > 0) await rest(ctx, chain, absent);
}

async function rest(ctx: Context<SystemActor>, chain: Chain, keys: string[]): Promise<void> {
  ctx.log.warn({ chainId: chain.id, contracts: keys }, "contracts are not configured any more");
  await transaction(ctx.db, async (tx) => {
    const [cursor] = await tx<CursorRow[]>`
      select * from chain_cursors where chain_id = ${chain.id} for update`;
    if (!cursor) return;
    await tx`
      update deployment_contracts set joined_at = null, backfilled_number = ${cursor.number},
        backfilled_hash = ${cursor.hash}, booked_number = case when kind = 'subscriptions'
          then coalesce(booked_number, ${cursor.finalizedNumber}) end
      where deployment_id || ' ' || kind = any (${keys}) and joined_at is not null`;
  });
}

async function backfill(
  ctx: Context<SystemActor>,
  chain: Chain,
  contract: SourceContract,
  until: Date,
): Promise<void> {
  const source = sourceOf(chain, [contract]);
  const pace = newPace();
  while (Date.now() < until.getTime()) {
    const cursor = await findCursor(ctx.db, chain.id);
    if (!cursor || (await tryJoin(ctx, contract, cursor))) return;
    const progress = await readProgress(ctx, contract);
    if (progress.number >= cursor.number) return restart(ctx, contract);
    const span = await readHistory(source, progress, cursor, pace);
    if (span.forked) return restart(ctx, contract);
    await storeHistory(ctx, source, contract, progress, span);
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
  contract: SourceContract,
): Promise<Progress> {
  const [row] = await ctx.db<{ number: bigint | null; hash: Bytes32 | null }[]>`
    select backfilled_number as number, backfilled_hash as hash from deployment_contracts
    where deployment_id = ${contract.deployment.id} and kind = ${contract.kind}`;
  return { number: row?.number ?? blockBefore([contract]), hash: row?.hash ?? null };
}

/** What follows for a kind of contract beside its events. */
interface KindEffects {
  /** The contract is read along from now on: what its history made final takes effect. */
  join?(
    ctx: Pick<Context, "chains" | "config" | "log">,
    tx: TransactionSql,
    history: { readonly deploymentId: string; readonly through: bigint },
  ): Promise<void>;
  /** A history that was read is not the chain's: its events are deleted already. */
  forget?(tx: TransactionSql, deploymentId: string): Promise<void>;
}

const kindEffects: Partial<Record<ContractKind, KindEffects>> = {
  registry: { join: (_ctx, tx, history) => applyRegistryHistory(tx, history) },
  refunds: { join: applyRefundHistory },
  escrow: { join: applyJobHistory },
  chargeRefunds: {
    join: (ctx, tx, history) => applyRefundHistory(ctx, tx, { ...history, kind: "chargeRefunds" }),
  },
  subscriptions: {
    join: (_ctx, tx, history) => beginHistory(tx, history),
    forget: forgetCharges,
  },
  processor: { forget: forgetSettlements },
};

/** @returns whether the contract's history now ends where the cursor is, or begins after it */
async function tryJoin(
  ctx: Context<SystemActor>,
  { deployment, kind, startBlock }: SourceContract,
  cursor: CursorRow,
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const locked = await lockCursor(tx, cursor.chainId, cursor);
    if (!locked) return false;
    const { count } = await tx`
      update deployment_contracts
      set joined_at = now(), backfilled_number = null, backfilled_hash = null
      where deployment_id = ${deployment.id} and kind = ${kind} and joined_at is null
        and (${BigInt(startBlock)} > ${cursor.number}
          or (backfilled_number = ${cursor.number} and backfilled_hash = ${cursor.hash}))`;
    if (count !== 1) return false;
    const through = locked.finalizedNumber;
    await kindEffects[kind]?.join?.(ctx, tx, { deploymentId: deployment.id, through });
    return true;
  });
}

async function storeHistory(
  ctx: Context<SystemActor>,
  { chain }: Source,
  { deployment, kind }: SourceContract,
  from: Progress,
  span: Span,
): Promise<void> {
  const last = span.blocks.at(-1);
  if (!last) return;
  const holding = new Set(span.events.map(({ blockNumber }) => blockNumber));
  await transaction(ctx.db, async (tx) => {
    const stored = await checkAgainstChain(tx, chain, span.blocks);
    const { count } = await tx`
      update deployment_contracts
      set backfilled_number = ${last.number}, backfilled_hash = ${last.hash}
      where deployment_id = ${deployment.id} and kind = ${kind} and joined_at is null
        and coalesce(backfilled_number, ${from.number}) = ${from.number}`;
    if (count !== 1) return;
    const isNew = ({ number }: Block) => holding.has(number) && !stored.has(number);
    await storeBlocks(tx, chain.id, span.blocks.filter(isNew));
    await seeEvents(ctx, tx, chain.id, span.events);
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
async function restart(
  ctx: Context<SystemActor>,
  { deployment, kind }: SourceContract,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update deployment_contracts
      set backfilled_number = null, backfilled_hash = null, booked_number = null
      where deployment_id = ${deployment.id} and kind = ${kind} and joined_at is null`;
    if (count !== 1) return;
    await tx`
      delete from chain_events where deployment_id = ${deployment.id} and kind = ${kind}`;
    await kindEffects[kind]?.forget?.(tx, deployment.id);
  });
}

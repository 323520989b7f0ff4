import type { Db } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { checkNode } from "@/lib/adapters/chain/nodes/check-node";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { avoidNode } from "./choose-node";
import type { Position } from "./cursor";
import { claimLook, type DoubtRow, dismissDoubt, recordLoss } from "./doubt";

/** A finalised block that the node's chain does not contain any more. */
export interface LostBlock extends Position {
  /** What the node has in its place; null when its chain has become too short. */
  readonly found: Bytes32 | null;
}

/** What is to be thought of the finalised block. */
export type FinalBlockVerdict =
  /** A node has it. */
  | { readonly kind: "there" }
  /** It seems to be gone: nothing moves until it is there again or the loss is certain. */
  | { readonly kind: "doubted" }
  /** It is gone: a person must decide, or the block must come back. */
  | { readonly kind: "halted"; readonly reason: string }
  /** The local chain has lost it. */
  | { readonly kind: "lost"; readonly block: LostBlock };

/** What a node has at the finalised block's height; null: nothing, as one that lags behind. */
interface Sight {
  readonly node: RpcNode;
  readonly hash: Bytes32 | null;
}

/** The finalised block as it was read; undefined before there is one. */
export async function findFinalBlock(db: Db, chainId: number): Promise<Position | undefined> {
  const [final] = await db<Position[]>`
    select b.number, b.hash from chain_cursors c
    join chain_blocks b on b.chain_id = c.chain_id and b.number = c.finalized_number
    where c.chain_id = ${chainId}`;
  return final;
}

/**
 * Asks every node of the chain for the finalised block, each together with its chain id. One node that
 * has it ends a doubt and a halt. That all which answer have another one must be seen several times over
 * minutes before indexing stops: a reorganisation that deep is rarer than a provider's mistake. The
 * looks are counted in the database, so that neither restarts nor other processes change their number
 * or their pace. On the local chain, where no node lags behind, one look is enough.
 * @throws ChainDoubt no node could say, or another process is looking
 */
export async function examineFinalBlock(
  ctx: Context<SystemActor>,
  chain: Chain,
): Promise<FinalBlockVerdict> {
  const final = await findFinalBlock(ctx.db, chain.id);
  if (!final) return { kind: "there" };
  const claimed = chain.local || (await claimLook(ctx.db, chain.id));
  if (!claimed) return stateOf(ctx.db, chain.id);
  const sights = await lookAround(ctx, chain, final.number);
  const others = sights.filter(({ hash }) => hash !== final.hash);
  const isThere = others.length < sights.length;
  const replaced = others.find(({ hash }) => hash !== null);
  if (isThere) {
    for (const { node, hash } of others) {
      avoidNode(node);
      const fields = { chainId: chain.id, node: node.name, block: String(final.number), hash };
      ctx.log.warn(fields, "a node does not have the finalised block that another one has");
    }
    await dismissDoubt(ctx, chain.id);
    return { kind: "there" };
  }
  if (chain.local && others.length > 0) {
    return { kind: "lost", block: { ...final, found: replaced?.hash ?? null } };
  }
  if (!replaced) throw new ChainDoubt(`No node can say what block ${final.number} is`);
  return verdictOf(await recordLoss(ctx, chain.id, lossOf(final, others)));
}

/**
 * Asks every node of the chain for the finalised block once, and changes nothing.
 * @returns null where a node has it
 * @throws ChainDoubt no node can say
 */
export async function findLostBlock(
  ctx: Pick<Context, "db" | "log">,
  chain: Chain,
): Promise<LostBlock | null> {
  const final = await findFinalBlock(ctx.db, chain.id);
  if (!final) return null;
  const sights = await lookAround(ctx, chain, final.number);
  if (sights.some(({ hash }) => hash === final.hash)) return null;
  const found = sights.find(({ hash }) => hash !== null)?.hash ?? null;
  if (found === null && (sights.length === 0 || !chain.local)) {
    throw new ChainDoubt(`No node can say what block ${final.number} is`);
  }
  return { ...final, found };
}

/** What a node has in the place of the final block. */
export interface NodeComparison {
  readonly name: string;
  readonly answer: "same" | "other" | "missing" | "none";
  readonly hash: Bytes32 | null;
}

/** Asks every node of a chain what it has in the place of the final block, and changes nothing. */
export async function compareNodes(
  { log }: Pick<Context, "log">,
  chain: Chain,
  final: Position,
): Promise<NodeComparison[]> {
  return Promise.all(
    nodesOf(chain.rpc).map(async (node) => {
      const sight = await lookAt({ log }, chain, { node, number: final.number });
      if (!sight) return { name: node.name, answer: "none", hash: null };
      if (sight.hash === null) return { name: node.name, answer: "missing", hash: null };
      const answer = sight.hash === final.hash ? "same" : "other";
      return { name: node.name, answer, hash: sight.hash };
    }),
  );
}

async function lookAround(
  ctx: Pick<Context, "log">,
  chain: Chain,
  number: bigint,
): Promise<Sight[]> {
  const looks = nodesOf(chain.rpc).map((node) => lookAt(ctx, chain, { node, number }));
  return (await Promise.all(looks)).filter((sight) => sight !== null);
}

/** @returns null where the node does not answer, or is not of the chain */
async function lookAt(
  { log }: Pick<Context, "log">,
  chain: Chain,
  { node, number }: { node: RpcNode; number: bigint },
): Promise<Sight | null> {
  try {
    // Asked together, so that behind a load balancer the same node answers both.
    const [isOfChain, block] = await Promise.all([
      checkNode(chain, node, log),
      readBlock(node, number),
    ]);
    return isOfChain ? { node, hash: block?.hash ?? null } : null;
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

async function stateOf(db: Db, chainId: number): Promise<FinalBlockVerdict> {
  const [row] = await db<DoubtRow[]>`
    select doubt_since, halted_reason from chain_cursors where chain_id = ${chainId}`;
  const verdict = verdictOf(row);
  if (verdict.kind === "there")
    throw new ChainDoubt("Another process is reading the finalised block");
  return verdict;
}

function verdictOf(row: DoubtRow | undefined): FinalBlockVerdict {
  if (row?.haltedReason) return { kind: "halted", reason: row.haltedReason };
  return { kind: row?.doubtSince ? "doubted" : "there" };
}

function lossOf({ number, hash }: Position, sights: readonly Sight[]): string {
  const found = sights.map(({ node, hash: other }) => `${other ?? "nothing"} by node ${node.name}`);
  return `Finalised block ${number} (${hash}) was lost: ${found.join(", ")} is in its place.`;
}

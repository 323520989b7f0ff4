import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { readBlock, readHead } from "@/lib/adapters/chain/reads/blocks";
import { readChainId, transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { nodesOf, type Rpc, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { impossible, type Refusal } from "@/lib/core/errors";
import {
  type LostPaymentLine,
  type LostSum,
  listLostPayments,
} from "@/lib/domain/payments/settlements/list-lost-payments";
import type { Context } from "@/lib/domain/platform/context";
import { type CursorRow, findCursor } from "./cursor";
import { beginningOf, type Fork, findFork, positionOf, readStart, type Start } from "./rewind";

/** How a chain is read again from the last block that it still has. */
export interface RebuildPlan {
  readonly chainId: number;
  readonly cursor: CursorRow;
  /** The last common block. */
  readonly start: Start;
  readonly fork: Fork;
  /** The node's head. */
  readonly head: bigint;
  /** The nodes that agree on it. */
  readonly nodes: readonly string[];
  readonly payments: readonly LostPaymentLine[];
  readonly sums: readonly LostSum[];
  /** The next nonce of each relay wallet, on the chain as it is now and in the database. */
  readonly wallets: readonly { wallet: Address; count: bigint; nextNonce: bigint }[];
}

/**
 * Finds the last block that was read and that the nodes still have, and what was read after it. Changes
 * nothing.
 * @param compare nodes besides those that are configured, to be compared with
 * @throws Refusal nothing final is lost, the node's chain is too short to tell, or the nodes disagree
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planRebuild(
  ctx: Pick<Context, "db" | "chains">,
  { chainId, compare = [] }: { chainId: number; compare?: readonly RpcNode[] },
): Promise<RebuildPlan> {
  const chain = chainById(ctx.chains, chainId);
  const [rpc, ...others] = await answering([...nodesOf(chain.rpc), ...compare]);
  if (!rpc) throw impossible(`No node of chain ${chainId} answers.`);
  const cursor = await findCursor(ctx.db, chainId);
  if (!cursor) throw impossible(`Chain ${chainId} was never read.`);
  const { number: head } = await readHead(rpc);
  const fork = await findFork(ctx.db, chainId, rpc);
  checkLoss(chain, cursor, fork, head);
  const start = await readStart(rpc, fork.common?.number ?? beginningOf(ctx, chain));
  await compareAll(chainId, rpc, others, { start, fork, cursor });
  const above = positionOf(start).number;
  const [lost, wallets] = await Promise.all([
    listLostPayments(ctx.db, { chainId, above }),
    readWallets(ctx, chainId, rpc),
  ]);
  const nodes = [rpc, ...others].map(({ name }) => name);
  return { chainId, cursor, start, fork, head, nodes, ...lost, wallets };
}

/** Unreachable nodes are left out of the vote. */
async function answering(nodes: readonly RpcNode[]): Promise<RpcNode[]> {
  const heads = await Promise.allSettled(nodes.map((node) => readHead(node)));
  return nodes.filter((_, at) => heads[at]?.status === "fulfilled");
}

/** A lagging node has no block at a height either: a missing block proves a loss only when no node lags. */
function checkLoss(chain: Chain, cursor: CursorRow, { common }: Fork, head: bigint): void {
  if (common && common.number >= cursor.finalizedNumber) {
    throw impossible(
      `Nothing final is lost: the node has the finalised block ${cursor.finalizedNumber}. What is above it, the indexer sorts out by itself; a halt is lifted with lift-halt.`,
      "nothing_lost",
    );
  }
  if (head < cursor.finalizedNumber && !chain.local) {
    throw impossible(
      `The node's chain ends at block ${head}, below the finalised block ${cursor.finalizedNumber}: a node that lags behind looks the same. Try again when it has come further, or ask another node.`,
      "node_behind",
    );
  }
}

/** What the first node has at a height. */
interface NodeBlock {
  readonly number: bigint;
  readonly hash: Bytes32 | null;
}

/**
 * Compares what other nodes have at some heights with what the first one has.
 * @throws Refusal one of them is of another chain, or has another block
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
async function compareNodes(
  chainId: number,
  others: readonly RpcNode[],
  blocks: readonly NodeBlock[],
): Promise<void> {
  for (const node of others) {
    const id = await readChainId(node);
    if (id !== chainId) throw disagreement(`Node ${node.name} is on chain ${id}, not ${chainId}.`);
    for (const { number, hash } of blocks) {
      const found = (await readBlock(node, number))?.hash ?? null;
      if (found === hash) continue;
      throw disagreement(
        `The nodes disagree on block ${number}: the first has ${hash ?? "none"}, ${node.name} has ${found ?? "none"}.`,
      );
    }
  }
}

function disagreement(message: string): Refusal {
  return impossible(message, "nodes_disagree");
}

async function compareAll(
  chainId: number,
  rpc: Rpc,
  others: readonly RpcNode[],
  { start, fork, cursor }: { start: Start; fork: Fork; cursor: CursorRow },
): Promise<void> {
  if (others.length === 0) return;
  const final = await readBlock(rpc, cursor.finalizedNumber);
  await compareNodes(chainId, others, [
    ...(start ? [{ number: start.number, hash: start.hash }] : []),
    ...(fork.parted ? [{ number: fork.parted.number, hash: fork.parted.found }] : []),
    { number: cursor.finalizedNumber, hash: final?.hash ?? null },
  ]);
}

async function readWallets(
  { db }: Pick<Context, "db">,
  chainId: number,
  rpc: Rpc,
): Promise<RebuildPlan["wallets"]> {
  const wallets = await db<{ wallet: Address; nextNonce: bigint }[]>`
    select address as wallet, next_nonce from relay_wallets
    where chain_id = ${chainId} order by address`;
  return Promise.all(
    wallets.map(async ({ wallet, nextNonce }) => {
      return { wallet, nextNonce, count: await transactionCount(rpc, wallet, "latest") };
    }),
  );
}

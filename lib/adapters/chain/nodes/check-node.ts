import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { readChainId } from "@/lib/adapters/chain/reads/transactions";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type RpcNode, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** A node that was left out returns after this time if it is not checked again. */
const LEFT_OUT_MS = 120_000;
/** A node's first block is compared so often; its chain id with each check. */
const GENESIS_MS = 600_000;

const returns = new WeakMap<RpcNode, NodeJS.Timeout>();
const genesisKnownUntil = new WeakMap<RpcNode, number>();
/** Nodes that were left out for their first block: they come back by showing the right one. */
const foreignGenesis = new WeakSet<RpcNode>();

/**
 * Asks a node which chain it is on. One of another chain is left out of all calls and named in the log;
 * one that was left out and is back on the chain is taken again.
 * @returns whether the node is on the chain
 * @throws RpcError, RpcUnavailable, ChainDoubt nothing is known of it
 */
export async function checkNode(
  chain: Pick<Chain, "id" | "genesisHash">,
  node: RpcNode,
  log: Pick<Logger, "warn" | "error">,
): Promise<boolean> {
  const foreign = await foreignnessOf(chain, node);
  const fields = { chainId: chain.id, node: node.name };
  if (foreign === null) {
    if (node.leftOut !== null) log.warn(fields, "a node is on its chain again and is asked again");
    node.leftOut = null;
    return true;
  }
  if (node.leftOut === null) {
    log.error({ ...fields, reason: foreign }, "a node of another chain is left out");
  }
  leaveOut(node, foreign);
  return false;
}

async function foreignnessOf(
  { id, genesisHash }: Pick<Chain, "id" | "genesisHash">,
  node: RpcNode,
): Promise<string | null> {
  const [answered, genesis] = await Promise.all([
    answer(readChainId(node)),
    genesisHash && performance.now() >= (genesisKnownUntil.get(node) ?? 0)
      ? readGenesis(node)
      : undefined,
  ]);
  if (answered !== id) return `it is on chain ${answered}, not on ${id}`;
  if (!genesis) {
    if (node.leftOut === null || !foreignGenesis.has(node)) return null;
    throw new RpcUnavailable("its first block, for which it is left out, cannot be read");
  }
  if (genesis !== genesisHash) {
    foreignGenesis.add(node);
    return `its chain ${id} has another first block (${genesis})`;
  }
  foreignGenesis.delete(node);
  genesisKnownUntil.set(node, performance.now() + GENESIS_MS);
  return null;
}

/** Undefined where the node does not say: some keep no old blocks, and that proves nothing. */
async function readGenesis(node: RpcNode): Promise<Bytes32 | undefined> {
  try {
    return (await readBlock(node, 0n))?.hash;
  } catch (error) {
    if (isChainTrouble(error)) return undefined;
    throw error;
  }
}

async function answer<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (isChainTrouble(error)) throw error;
    throw new RpcUnavailable(error instanceof Error ? error.message : String(error));
  }
}

function leaveOut(node: RpcNode, reason: string): void {
  node.leftOut = reason;
  clearTimeout(returns.get(node));
  const timer = setTimeout(() => {
    node.leftOut = null;
  }, LEFT_OUT_MS);
  returns.set(node, timer.unref());
}

import { numberToHex } from "viem/utils";
import { zeroAddress, zeroBytes32 } from "@/lib/core/hex";
import { readFinalizedBlock, readHead, readReceiptLogs } from "./blocks";
import { ChainDoubt, isRateLimit } from "./chain-trouble";
import type { NodeAbilities } from "./node-abilities";
import { RpcError, type RpcNode } from "./rpc";
import { gasBalance } from "./transactions";

/** Blocks back: where full nodes end, and steps up to what only an archive has. */
const STATE_DEPTHS = [0, 16, 64, 120, 1_000, 10_000, 100_000, 1_000_000];
/** Blocks of one range: where providers draw their limits. */
const LOG_RANGES = [1, 10, 100, 500, 1_000, 2_000, 5_000, 10_000];

/**
 * Finds out what a node can do, by asking it for things that change nothing: about twenty calls.
 * @throws RpcUnavailable, ChainDoubt it did not answer; also RpcError where it asked for fewer calls
 */
export async function probeNode(node: RpcNode): Promise<NodeAbilities> {
  const head = await readHead(node);
  const at = { blockHash: head.hash };
  const [stateByHash, safeTag, finalizedTag, blockReceipts, batches] = await Promise.all([
    answers(() => gasBalance(node, zeroAddress, at)),
    answers(() => readTag(node, "safe")),
    answers(() => readTag(node, "finalized")),
    answers(() => readReceiptLogs(node, head)),
    node.takesBatches ? node.takesBatches() : null,
  ]);
  const stateBlocks = await furthest(STATE_DEPTHS, head.number, (depth) =>
    gasBalance(node, zeroAddress, head.number - BigInt(depth)),
  );
  const logBlocks = await furthest(LOG_RANGES, head.number, (blocks) =>
    readNoLogs(node, head.number - BigInt(blocks - 1), head.number),
  );
  return {
    stateBlocks: Math.max(0, stateBlocks),
    stateByHash,
    safeTag,
    finalizedTag,
    logBlocks: Math.max(0, logBlocks),
    blockReceipts,
    batches,
  };
}

async function readTag(node: RpcNode, tag: "safe" | "finalized"): Promise<void> {
  const block =
    tag === "finalized"
      ? await readFinalizedBlock(node)
      : await node.request({ method: "eth_getBlockByNumber", params: [tag, false] });
  if (!block) throw new RpcError(0, `there is no ${tag} block`, null);
}

/** Logs that nobody has emitted: the answer is small, however large the range. */
function readNoLogs(node: RpcNode, from: bigint, to: bigint): Promise<unknown> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  const filter = { ...range, address: zeroAddress, topics: [zeroBytes32] };
  return node.request({ method: "eth_getLogs", params: [filter] });
}

/** The last of the steps that the node still answers; -1 for none. */
async function furthest(
  steps: readonly number[],
  head: bigint,
  ask: (step: number) => Promise<unknown>,
): Promise<number> {
  let reached = -1;
  for (const step of steps) {
    if (BigInt(step) > head || !(await answers(() => ask(step)))) break;
    reached = step;
  }
  return reached;
}

/** Whether the node gives a usable answer, rather than refusing the call. */
async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof ChainDoubt) return false;
    if (error instanceof RpcError && !isRateLimit(error)) return false;
    throw error;
  }
}

import { numberToHex } from "viem/utils";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readFinalizedBlock, readHead, readReceiptLogs } from "@/lib/adapters/chain/reads/blocks";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import { ChainDoubt, isChainTrouble, isRateLimit } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, RpcError, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import { zeroAddress, zeroBytes32 } from "@/lib/core/chain/hex";
import { checkNode } from "./check-node";
import { lacksOf, type NodeAbilities } from "./node-health";

const CHECK_MS = 30_000;
const PROBE_MS = 600_000;

const probedAt = new WeakMap<RpcNode, number>();

/**
 * Looks at every node of some chains: whether it is on its chain, which decides whether it is asked, and
 * each ten minutes what it can do. What it lacks is logged when it is found out. Trouble with a node is no
 * error.
 */
export async function lookAfterNodes(
  chains: readonly Chain[],
  log: Pick<Logger, "info" | "warn" | "error">,
): Promise<void> {
  await Promise.all(
    chains.flatMap((chain) => nodesOf(chain.rpc).map((node) => lookAfter(chain, node, log))),
  );
}

/** Blocks back: where full nodes end, and steps up to what only an archive has. */
const STATE_DEPTHS = [0, 16, 64, 120, 1_000, 10_000, 100_000, 1_000_000];
/** Blocks of one range: where providers draw their limits. */
const LOG_RANGES = [1, 10, 100, 500, 1_000, 2_000, 5_000, 10_000];

/**
 * Finds out what a node can do, by asking it for things that change nothing: about twenty calls.
 * @throws RpcUnavailable, ChainDoubt it did not answer; also RpcError where it asked for fewer calls
 */
async function probeNode(node: RpcNode): Promise<NodeAbilities> {
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

/** Reads logs of the zero address. None exist, so the answer is small for any range. */
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

async function lookAfter(
  chain: Chain,
  node: RpcNode,
  log: Pick<Logger, "info" | "warn" | "error">,
): Promise<void> {
  try {
    if (!(await checkNode(chain, node, log))) return;
    if (performance.now() < (probedAt.get(node) ?? Number.NEGATIVE_INFINITY) + PROBE_MS) return;
    const before = node.abilities;
    const abilities = await probeNode(node);
    node.abilities = abilities;
    probedAt.set(node, performance.now());
    const fields = { chainId: chain.id, node: node.name, ...abilities };
    if (!before) log.info(fields, "what a node can do");
    const lacks = lacksOf(abilities, chain.finality);
    const known = before ? lacksOf(before, chain.finality) : [];
    for (const lack of lacks.filter((one) => !known.includes(one))) {
      log.warn({ chainId: chain.id, node: node.name }, `a node ${lack}`);
    }
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
  }
}

/**
 * Looks after the nodes of this process at once and each half minute.
 * @param chains may fail, such as while a chain does not answer at the start; it is asked again
 */
export function watchNodes(
  chains: () => Promise<readonly Chain[]>,
  log: Pick<Logger, "info" | "warn" | "error">,
): { stop(): void } {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await lookAfterNodes(await chains(), log);
    } catch (error) {
      log.warn({ err: error }, "the nodes cannot be looked after now");
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(look, CHECK_MS).unref();
  void look();
  return { stop: () => clearInterval(timer) };
}

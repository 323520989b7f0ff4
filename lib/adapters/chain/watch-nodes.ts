import type { Logger } from "@/lib/adapters/logger/logger";
import { isChainTrouble } from "./chain-trouble";
import type { Chain } from "./chains";
import { checkNode } from "./check-node";
import { lacksOf } from "./node-abilities";
import { probeNode } from "./probe-node";
import { nodesOf, type RpcNode } from "./rpc";

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

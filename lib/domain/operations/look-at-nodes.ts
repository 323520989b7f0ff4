import type { Chain } from "@/lib/adapters/chain/chains";
import { type LatestBlock, readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { readChainId } from "@/lib/adapters/chain/reads/transactions";
import { nodesOf, RpcError, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import { singleFlight } from "@/lib/core/async/single-flight";
import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";

/** A node of a chain as it is now. */
export interface NodeView {
  readonly node: RpcNode;
  /** Null where it did not tell. */
  readonly head: LatestBlock | null;
  /** Why it cannot be used, if it cannot. */
  readonly trouble: string | null;
}

/** Less than a whole check may take: one node that hangs must not hide the others. */
const NODE_MS = 500;
/** Providers count calls, and load balancers ask every second. */
const MAX_AGE_MS = 5_000;

/** Looks at every node of a chain by itself. */
export function nodeViewsOf(chain: Chain): () => Promise<NodeView[]> {
  const looks = nodesOf(chain.rpc).map((node) => lookAt(chain, node));
  return () => Promise.all(looks.map((look) => look()));
}

/** The node whose newest block is the highest, of those that can be used. */
export function bestOf(views: readonly NodeView[]): (NodeView & { head: LatestBlock }) | null {
  const usable = views.flatMap((view) =>
    view.head && !view.trouble ? [{ ...view, head: view.head }] : [],
  );
  return usable.reduce<(typeof usable)[number] | null>(
    (best, view) => (best && best.head.number >= view.head.number ? best : view),
    null,
  );
}

function lookAt(chain: Chain, node: RpcNode): () => Promise<NodeView> {
  const read = singleFlight(
    () => Promise.all([readChainId(node), readLatestBlock({ rpc: node })]),
    { maxAgeMs: MAX_AGE_MS },
  );
  return async () => {
    try {
      const [chainId, head] = await withTimeout(NODE_MS, read());
      if (chainId === chain.id) return { node, head, trouble: node.leftOut };
      return { node, head: null, trouble: `is of chain ${chainId}, not ${chain.id}` };
    } catch (error) {
      return { node, head: null, trouble: nodeTrouble(error) };
    }
  };
}

/** In our own words: what a node or a failed connection says may hold the key of its URL. */
export function nodeTrouble(error: unknown): string {
  if (error instanceof NoAnswer) return `gives ${error.message}`;
  if (error instanceof RpcError) return `answers with the error ${error.code}`;
  return "gives no usable answer";
}

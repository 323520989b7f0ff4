import { numberToHex } from "viem/utils";
import { type NodeAbilities, NodeHealth } from "@/lib/adapters/chain/nodes/node-health";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { countCall } from "./count-call";
import { type JsonRpcAnswer, subjectOf } from "./json-rpc-answer";
import { connectNode } from "./json-rpc-client";
import { NodeTrouble } from "./node-trouble";
import { takesBatches } from "./post-json-rpc";

/** Timeout for one node's answer outside of requests. */
const TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;
/** One that had less time did not fail for being late. */
const FAIR_TIMEOUT_MS = 500;

/** A call, and for how long its answer is waited for, in all: 10 s per node unless told. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
  readonly timeoutMs?: number;
}

/** What every chain call goes through (EIP-1193's `request`). */
export interface Rpc {
  request(args: RpcCall): Promise<unknown>;
  /** The nodes behind it, in the order of their URLs. */
  readonly nodes?: readonly RpcNode[];
}

/** One of a chain's nodes, to be asked by itself. */
export interface RpcNode extends Rpc {
  /** Its place among the URLs and its host; the rest of a URL may be a secret. */
  readonly name: string;
  /** Why it gets no calls that another node can answer, such as being on another chain; null while it does. */
  leftOut: string | null;
  /** What it can do, once it has been tried. */
  abilities: NodeAbilities | null;
  /** Which methods it refuses for reasons of its own, such as a plan that is used up; absent as `takesBatches`. */
  refusals?(): readonly string[];
  /** Whether it takes several calls in one body; absent where calls are not made over HTTP. */
  takesBatches?(): Promise<boolean | null>;
}

/** The nodes behind an RPC, each to be asked by itself. One without nodes of its own is the only one. */
export function nodesOf(rpc: Rpc): readonly RpcNode[] {
  if (rpc.nodes) return rpc.nodes;
  const known = onlyNodes.get(rpc);
  if (known) return known;
  const request = rpc.request.bind(rpc);
  const only = [{ name: "1", leftOut: null, abilities: null, request }];
  onlyNodes.set(rpc, only);
  return only;
}

const onlyNodes = new WeakMap<Rpc, readonly RpcNode[]>();

/**
 * The node answered with a JSON-RPC error: a fact about the call, or, where no other node knows better, one that may be
 * the node's own. Known by name, as `RpcUnavailable` is:
 * Next's bundle and the server's each hold a copy of this module, and share the chains.
 */
export class RpcError extends Error {
  override readonly name = "RpcError";
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "RpcError";
  }
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** No usable answer came back: nothing is known of what the node did. */
export class RpcUnavailable extends Error {
  override readonly name = "RpcUnavailable";
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "RpcUnavailable";
  }
}

/**
 * A JSON-RPC client over HTTP. With several URLs a call goes to the next one when one gives no answer, or an error
 * that is not about the call itself; an error about the call, such as a revert, is an answer. A node that was left out
 * is not asked; one that failed lately, or that refused the method, is asked last.
 *
 * viem's transports are not used (2.57): `http` with `batch` gives the answers of a batch to its calls by
 * position, so that a lost answer hands one call the answer of another, and puts signed transactions into
 * batches; its retries repeat a call at the node that just failed; and `fallback` asks the next node after
 * any JSON-RPC error but a revert, so that what one node said of signed bytes ("nonce too low") is
 * replaced by what another says, and remembers nothing of a node that hangs.
 * @throws RpcError the node refused the call
 * @throws RpcUnavailable none of the nodes gave an answer
 */
export function httpRpc(urls: readonly string[]): Rpc {
  const nodes = urls.map(openNode);
  return {
    nodes,
    async request({ timeoutMs, ...call }) {
      const until = performance.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
      const candidates = inOrder(nodes, call.method);
      let last: unknown;
      const unclear: [HttpNode, RpcError][] = [];
      for (const [index, node] of candidates.entries()) {
        // With limited time, each of the remaining nodes gets a share of it.
        const shareMs = (until - performance.now()) / (candidates.length - index);
        if (shareMs <= 0) break;
        try {
          const result = await node.request({
            ...call,
            timeoutMs: Math.min(shareMs, TIMEOUT_MS),
          });
          // What another node answers, they refused for reasons of their own.
          for (const [other, { code }] of unclear) other.health.refused(call.method, code);
          return result;
        } catch (error) {
          if (error instanceof RpcError && subjectOf(call.method, error) === "unclear") {
            unclear.push([node, error]);
          } else if (!(error instanceof RpcUnavailable)) throw error;
          last = error;
        }
      }
      const [said] = unclear;
      if (said) throw said[1];
      const [out] = nodes.filter(({ leftOut }) => leftOut !== null);
      if (!last && out) last = new RpcUnavailable(`Node ${out.name} is left out: ${out.leftOut}`);
      throw last ?? new RpcUnavailable("no RPC URL is configured");
    },
  };
}

interface HttpNode extends RpcNode {
  readonly health: NodeHealth;
}

/** Those that answer first; one that is said to be down is looked at beside the call. */
function inOrder(nodes: readonly HttpNode[], method: string): HttpNode[] {
  const asked = nodes.filter(({ leftOut }) => leftOut === null);
  const serves = ({ health }: HttpNode) => health.isUp && !health.isRefusing(method);
  const up = asked.filter(serves);
  if (up.length > 0) {
    for (const node of asked) {
      node.health.probe(() => node.request({ method: "eth_chainId", timeoutMs: PROBE_TIMEOUT_MS }));
    }
  }
  return [...up, ...asked.filter((node) => !serves(node))];
}

function openNode(url: string, index: number): HttpNode {
  const ask = connectNode(url);
  const health = new NodeHealth();
  const name = `${index + 1} (${new URL(url).host})`;
  return {
    name,
    leftOut: null,
    abilities: null,
    health,
    refusals: () => health.refusals,
    takesBatches: () => takesBatches(url, PROBE_TIMEOUT_MS),
    request: (call) => countCall(name, call.method, () => askOnce(call)),
  };

  async function askOnce({ method, params = [], timeoutMs = TIMEOUT_MS }: RpcCall) {
    if (health.isSilent) {
      throw new RpcUnavailable(`${method}: the node asked to wait ${health.silentMs} ms`);
    }
    let answer: JsonRpcAnswer;
    try {
      answer = await ask({ method, params, timeoutMs });
    } catch (error) {
      const { restMs, isLate } = error instanceof NodeTrouble ? error : new NodeTrouble("");
      if (!isLate || timeoutMs >= FAIR_TIMEOUT_MS) health.failed(restMs);
      throw new RpcUnavailable(`${method}: ${error instanceof Error ? error.message : error}`);
    }
    health.answered();
    if ("result" in answer) {
      health.served(method);
      return answer.result;
    }
    const { code, message, data } = answer.error;
    if (subjectOf(method, answer.error) !== "node") throw new RpcError(code, message, data);
    health.refused(method, code);
    throw new RpcUnavailable(`${method}: ${message}`);
  }
}

/** How a block is named whose state is asked for; by its hash it cannot be another one (EIP-1898). */
export type BlockName =
  | bigint
  | "latest"
  | "pending"
  | "finalized"
  | { readonly blockHash: Bytes32 };

/** A block parameter: a tag, a number in hex, or an object with a hash. */
export function blockParam(block: BlockName): string | { readonly blockHash: Bytes32 } {
  return typeof block === "bigint" ? numberToHex(block) : block;
}

import { numberToHex } from "viem/utils";
import { type Ask, connectNode, type JsonRpcAnswer } from "./json-rpc-client";

/** What every chain call goes through (EIP-1193's `request`). */
export interface Rpc {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/**
 * The node answered with a JSON-RPC error: a fact about the call. Known by name, as `RpcUnavailable` is:
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

async function callOnce(ask: Ask, method: string, params: readonly unknown[]): Promise<unknown> {
  let answer: JsonRpcAnswer;
  try {
    answer = await ask(method, params);
  } catch (error) {
    throw new RpcUnavailable(`${method}: ${error instanceof Error ? error.message : error}`);
  }
  if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
  if (!("result" in answer)) throw new RpcUnavailable(`${method}: an answer without a result`);
  return answer.result;
}

/**
 * A JSON-RPC client over HTTP. With several URLs a call goes to the next one when one is unreachable;
 * a JSON-RPC error is an answer and is not retried.
 * @throws RpcError the node refused the call
 * @throws RpcUnavailable none of the nodes gave an answer
 */
export function httpRpc(urls: readonly string[]): Rpc {
  const nodes = urls.map(connectNode);
  return {
    async request({ method, params = [] }) {
      let last: unknown;
      for (const ask of nodes) {
        try {
          return await callOnce(ask, method, params);
        } catch (error) {
          if (!(error instanceof RpcUnavailable)) throw error;
          last = error;
        }
      }
      throw last ?? new RpcUnavailable("no RPC URL is configured");
    },
  };
}

/** A block parameter: a tag, or a number in hex. */
export function blockParam(block: bigint | "latest" | "pending" | "finalized"): string {
  return typeof block === "bigint" ? numberToHex(block) : block;
}

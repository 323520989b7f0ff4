import { numberToHex } from "viem/utils";

/** What every chain call goes through (EIP-1193's `request`). */
export interface Rpc {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** The node answered with a JSON-RPC error: a fact about the call. */
export class RpcError extends Error {
  override readonly name = "RpcError";
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
}

interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const TIMEOUT_MS = 10_000;
let nextId = 1;

async function callOnce(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  let answer: RpcAnswer;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = (await response.json()) as RpcAnswer;
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
  return {
    async request({ method, params = [] }) {
      let last: unknown = new RpcUnavailable("no RPC URL is configured");
      for (const url of urls) {
        try {
          return await callOnce(url, method, params);
        } catch (error) {
          if (!(error instanceof RpcUnavailable)) throw error;
          last = error;
        }
      }
      throw last;
    },
  };
}

/** A block parameter: a tag, or a number in hex. */
export function blockParam(block: bigint | "latest" | "pending" | "finalized"): string {
  return typeof block === "bigint" ? numberToHex(block) : block;
}

import type { RpcFault } from "./rpc-plan";

/** A block as the node answers it. */
export interface RawBlock {
  number: string;
  hash: string;
  parentHash: string;
  logsBloom: string;
  transactions: string[];
  [field: string]: unknown;
}

export interface RpcCall {
  id: unknown;
  method: string;
  params: unknown[];
}

export interface RpcAnswer {
  jsonrpc?: string;
  id?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

const wrongHash = `0x${"ee".repeat(32)}`;
const STALE_BLOCKS = 3;

const later = (height: string, by: number) => `0x${Math.max(0, Number(height) - by).toString(16)}`;

/** The question that a lagging or confused node answers instead of the one that was asked. */
export function askInstead(fault: RpcFault, call: RpcCall, head: number): RpcCall {
  const { method, params } = call;
  if (fault === "stale head" && method === "eth_getBlockByNumber") {
    const number = `0x${Math.max(0, head - STALE_BLOCKS).toString(16)}`;
    return { ...call, params: [number, ...params.slice(1)] };
  }
  if (fault === "another block") {
    return { ...call, params: [later(String(params[0]), 1), ...params.slice(1)] };
  }
  return call;
}

/** What a lying node makes of a true answer. */
export function distort(fault: RpcFault, result: unknown, orphan: RawBlock | undefined): unknown {
  switch (fault) {
    case "null receipt":
    case "no block":
      return null;
    case "empty logs":
      return [];
    case "logs hidden in receipts":
      return Array.isArray(result) ? result.slice(1) : result;
    case "stale head":
      return typeof result === "string" ? later(result, STALE_BLOCKS) : result;
    case "stale nonce":
      return typeof result === "string" ? later(result, 1) : result;
    case "wrong chain id":
      return "0x1";
    case "zero bloom":
      return isBlock(result) ? { ...result, logsBloom: `0x${"0".repeat(512)}` } : result;
    case "old block body":
      return orphan ?? result;
    case "wrong block hash":
      return withWrongHash(result);
    default:
      return result;
  }
}

function withWrongHash(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withWrongHash);
  if (typeof result !== "object" || result === null) return result;
  const logs = "logs" in result ? { logs: withWrongHash(result.logs) } : {};
  return { ...result, ...logs, blockHash: wrongHash };
}

function isBlock(result: unknown): result is RawBlock {
  return typeof result === "object" && result !== null && "logsBloom" in result;
}

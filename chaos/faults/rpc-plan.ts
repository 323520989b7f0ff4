import type { Dice } from "@/chaos/seeded";

/** What may go wrong with one JSON-RPC call. */
export const rpcFaults = [
  "dropped before",
  "answer dropped",
  "sent twice",
  "delayed",
  "429",
  "503",
  "null receipt",
  "wrong block hash",
  "empty logs",
  "logs hidden in receipts",
  "range too large",
  "stale head",
  "old block body",
  "another block",
  "no block",
  "zero bloom",
  "wrong chain id",
  "stale nonce",
  "another chain",
  "no old state",
] as const;
export type RpcFault = (typeof rpcFaults)[number];

type Odds = Partial<Record<RpcFault, number>>;

/** How often each fault strikes a call of any method. */
const anyMethod: Odds = {
  "dropped before": 0.012,
  "answer dropped": 0.012,
  "sent twice": 0.01,
  delayed: 0.03,
  "429": 0.008,
  "503": 0.008,
};

const lookups: Record<string, Odds> = {
  eth_sendRawTransaction: { "dropped before": 0.1, "answer dropped": 0.15, "sent twice": 0.1 },
  eth_getTransactionReceipt: { "null receipt": 0.15, "wrong block hash": 0.05 },
  eth_getBlockReceipts: { "logs hidden in receipts": 0.1, "wrong block hash": 0.05 },
  eth_getLogs: { "empty logs": 0.15, "wrong block hash": 0.05 },
  eth_blockNumber: { "stale head": 0.08 },
  eth_chainId: { "wrong chain id": 0.05 },
  eth_getTransactionCount: { "stale nonce": 0.08 },
};
const newestBlock: Odds = { "stale head": 0.08 };
const numberedBlock: Odds = {
  "old block body": 0.2,
  "another block": 0.01,
  "no block": 0.02,
  "zero bloom": 0.05,
};

/** From this occurrence on, each tenth of the same call goes through: faults delay, they never block. */
const SPARED = 10;

/**
 * The fault that strikes the `nth` call with these parameters, if any. It depends on the seed and the
 * call alone, so the order in which calls arrive changes nothing.
 */
export function planFault(
  dice: Dice,
  call: { method: string; params: readonly unknown[] },
  nth: number,
): RpcFault | undefined {
  if (nth % SPARED === SPARED - 1) return undefined;
  const { method, params } = call;
  let rest = dice.roll("rpc", method, JSON.stringify(params), nth);
  for (const [fault, share] of Object.entries(oddsOf(method, params))) {
    rest -= share;
    if (rest < 0) return fault as RpcFault;
  }
  return undefined;
}

function oddsOf(method: string, [first]: readonly unknown[]): Odds {
  if (method !== "eth_getBlockByNumber") return { ...anyMethod, ...lookups[method] };
  if (first === "latest") return { ...anyMethod, ...newestBlock };
  return first === "finalized" ? anyMethod : { ...anyMethod, ...numberedBlock };
}

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

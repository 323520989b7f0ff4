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

import type { Rpc } from "@/lib/adapters/chain/rpc";
import type { Bytes32 } from "@/lib/core/hex";
import { type Fault, faultyRpc } from "./faulty-rpc";

/**
 * A node that leaves the logs of events out of what it says of blocks, as one with a damaged index does: always while it
 * hides, or each log once. It keeps no blooms. Receipts of transactions are whole.
 */
export function hidingNode(inner: Rpc, topics: readonly Bytes32[], once = false) {
  const state = { hides: true };
  const seen = new Map<string, number>();
  const isHidden = (log: { topics: string[]; transactionHash: string }, method: string) => {
    if (!topics.some((topic) => topic === log.topics[0])) return false;
    const times = (seen.get(`${method}:${log.transactionHash}`) ?? 0) + 1;
    seen.set(`${method}:${log.transactionHash}`, times);
    return state.hides && (!once || times === 1);
  };
  type Log = { topics: string[]; transactionHash: string };
  const fault: Fault = ({ method, ask }) => {
    if (method === "eth_getBlockByNumber") {
      return ask().then((block) => block && { ...block, logsBloom: `0x${"00".repeat(256)}` });
    }
    if (method === "eth_getLogs") {
      return ask().then((logs) => (logs as Log[]).filter((log) => !isHidden(log, method)));
    }
    if (method !== "eth_getBlockReceipts") return undefined;
    return ask().then((receipts) =>
      (receipts as { logs: Log[] }[]).map((one) => ({
        ...one,
        logs: one.logs.filter((log) => !isHidden(log, method)),
      })),
    );
  };
  return { rpc: faultyRpc(inner, fault), state };
}

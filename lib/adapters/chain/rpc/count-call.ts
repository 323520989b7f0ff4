import { metrics } from "@/lib/adapters/metrics/metrics";

const kinds: Readonly<Record<string, string>> = {
  eth_call: "call",
  eth_estimateGas: "call",
  eth_getLogs: "logs",
  eth_feeHistory: "fees",
  eth_sendRawTransaction: "send",
};

/** Methods are told apart in classes: a label with every method would make too many series. */
const kindOf = (method: string) =>
  kinds[method] ?? (/^eth_(get|blockNumber|chainId)/.test(method) ? "read" : "other");

/** Counts a call to a node, its outcome and how long it took. */
export async function countCall<Result>(
  node: string,
  method: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const { rpcCalls, rpcSeconds } = metrics();
  const startedAt = performance.now();
  let outcome = "ok";
  try {
    return await call();
  } catch (error) {
    outcome = error instanceof Error && error.name === "RpcError" ? "error" : "unavailable";
    throw error;
  } finally {
    rpcCalls.add(1, node, kindOf(method), outcome);
    rpcSeconds.observe((performance.now() - startedAt) / 1_000, node);
  }
}

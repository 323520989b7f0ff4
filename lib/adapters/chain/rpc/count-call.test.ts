import { expect, test } from "vitest";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { countCall } from "./count-call";
import { RpcError, RpcUnavailable } from "./rpc";

test("a call is counted by its node, its class and its outcome, and what came of it is passed on", async () => {
  const node = "counted.example";
  const fail = (error: Error) => () => Promise.reject(error);
  await expect(countCall(node, "eth_getLogs", async () => 7)).resolves.toBe(7);
  await countCall(node, "eth_getLogs", async () => 7);
  const refused = countCall(node, "eth_call", fail(new RpcError(3, "reverted", null)));
  await expect(refused).rejects.toThrow("reverted");
  const silent = countCall(node, "eth_getCode", fail(new RpcUnavailable("no answer")));
  await expect(silent).rejects.toThrow("no answer");
  const counts = metrics()
    .rpcCalls.family()
    .samples.filter(({ labels }) => labels.node === node)
    .map(({ labels: { kind, outcome }, value }) => [kind, outcome, value]);
  expect(counts).toEqual([
    ["logs", "ok", 2],
    ["call", "error", 1],
    ["read", "unavailable", 1],
  ]);
});

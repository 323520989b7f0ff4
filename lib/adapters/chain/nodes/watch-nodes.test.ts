import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chain, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc, nodesOf, type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { faultyRpc, forgetfulNode } from "@/testing/faulty-rpc";
import { lacksOf, type NodeAbilities } from "./node-health";
import { lookAfterNodes, watchNodes } from "./watch-nodes";

let anvil: BareChain;
let lines: { fields: Record<string, unknown>; message: string }[] = [];

beforeAll(async () => {
  anvil = await startBareChain();
  await anvil.mine(1_500);
});
afterAll(() => anvil?.stop());

const note = (fields: Record<string, unknown>, message: string) => lines.push({ fields, message });
const log = { info: note, warn: note, error: note };

function chainThrough(rpc: Rpc): Chain {
  const preset = findPreset("local");
  if (!preset) throw new Error("the local chain has a preset");
  return chainFrom(preset, { rpc, finality: { kind: "tag" } });
}

async function looked(rpc: Rpc): Promise<NodeAbilities | null | undefined> {
  lines = [];
  await lookAfterNodes([chainThrough(rpc)], log);
  return nodesOf(rpc)[0]?.abilities;
}

test("a node that can do everything is found to", async () => {
  expect(await looked(httpRpc([anvil.rpcUrl]))).toEqual({
    stateBlocks: 1_000,
    stateByHash: true,
    safeTag: true,
    finalizedTag: true,
    logBlocks: 1_000,
    blockReceipts: true,
    batches: true,
  });
  expect(lines.map(({ message }) => message)).toEqual(["what a node can do"]);
});

test("what a node cannot do is found out and said", async () => {
  const full = forgetfulNode(httpRpc([anvil.rpcUrl]), 100);
  const refuse = (message: string) => Promise.reject(new RpcError(-32602, message, null));
  const rpc = faultyRpc(full, ({ method, params }) => {
    if (params[0] === "finalized" || params[0] === "safe") return refuse("unknown block tag");
    if (method === "eth_getBlockReceipts") return refuse("the method does not exist");
    if (method === "eth_getBalance" && typeof params[1] === "object") return refuse("bad param");
    if (method !== "eth_getLogs") return undefined;
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
    return Number(toBlock) - Number(fromBlock) >= 5 ? refuse("ranges over 5 blocks") : undefined;
  });
  expect(await looked(rpc)).toEqual({
    stateBlocks: 64,
    stateByHash: false,
    safeTag: false,
    finalizedTag: false,
    logBlocks: 1,
    blockReceipts: false,
    batches: null,
  });
  expect(lines.map(({ message }) => message)).toEqual([
    "what a node can do",
    expect.stringContaining("knows no finalized block"),
    expect.stringContaining("gives logs of 1 blocks"),
    expect.stringContaining("gives no receipts"),
    expect.stringContaining("knows neither old state"),
  ]);
});

test("a node that is too busy to tell is asked again, and nothing is held against it", async () => {
  let busy = true;
  const rpc = faultyRpc(httpRpc([anvil.rpcUrl]), ({ method }) =>
    busy && method === "eth_getLogs"
      ? Promise.reject(new RpcError(-32005, "rate limit exceeded", null))
      : undefined,
  );
  expect(await looked(rpc)).toBeNull();
  busy = false;
  expect(await looked(rpc)).toMatchObject({ logBlocks: 1_000 });
});

test("a node of another chain is left out without anybody using it, and comes back", async () => {
  await anvil.request("anvil_setChainId", [999]);
  const rpc = httpRpc([anvil.rpcUrl]);
  const watched = watchNodes(async () => [chainThrough(rpc)], log);
  await expect.poll(() => nodesOf(rpc)[0]?.leftOut).toMatch("999");
  watched.stop();
  await anvil.request("anvil_setChainId", [31337]);
  await looked(rpc);
  expect(nodesOf(rpc)[0]?.leftOut).toBeNull();
});

test("what follows from a lack depends on the chain's rule of finality", () => {
  const able = { stateBlocks: 0, stateByHash: false, safeTag: false, finalizedTag: false };
  const abilities = { ...able, logBlocks: 1_000, blockReceipts: true, batches: true };
  expect(lacksOf(abilities, { kind: "instant" })).toEqual([]);
  expect(lacksOf(abilities, { kind: "depth", depth: 5 })).toHaveLength(1);
  expect(lacksOf({ ...abilities, stateBlocks: 16 }, { kind: "depth", depth: 5 })).toEqual([]);
  expect(lacksOf(abilities, { kind: "tag" })).toHaveLength(2);
});

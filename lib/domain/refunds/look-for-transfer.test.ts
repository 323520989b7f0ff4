import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transferData } from "@/lib/adapters/chain/reads/transfers";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type RpcNode, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { makeFinal } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { lookForTransfer } from "./look-for-transfer";
import { refundNetwork } from "./refund-network";

let world: World;
let sender: ChainAccount;
let mined: Bytes32;
const unsent: Bytes32 = `0x${randomBytes(32).toString("hex")}`;

beforeAll(async () => {
  world = await createWorld();
  sender = await fundPayer(world);
  await world.chain.request("anvil_setBalance", [sender.address, "0x8ac7230489e80000"]);
  const data = transferData(world.merchant.payout, 1n);
  mined = lowerHex(await world.send(sender, { to: world.deployment().usdc, data }));
  await makeFinal(world);
});
afterAll(() => world.stop());

const away: Fault = () => Promise.reject(new RpcUnavailable("away"));
/** Knows no transaction, as a node whose pool has dropped it. */
const forgetful: Fault = ({ method }) =>
  method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash"
    ? Promise.resolve(null)
    : undefined;
/** Has not read so far. */
const lagging: Fault = ({ method }) =>
  method === "eth_getBlockByNumber" ? Promise.resolve(null) : undefined;
const honest: Fault = () => undefined;
const saysUsed: Fault = ({ method }) =>
  method === "eth_getTransactionCount" ? Promise.resolve("0xff") : undefined;

function node(fault: Fault, leftOut: string | null = null): RpcNode {
  const { rpc } = world.deployment().chain;
  return { ...faultyRpc(rpc, fault), name: "test", leftOut, abilities: null };
}

/** Asks a chain of these nodes for a transaction, whose sender's next nonce is 1. */
function look(refundTxHash: Bytes32, sentNonce: bigint | null, ...nodes: RpcNode[]) {
  const { chains } = world;
  const all = chains.all.map((chain) => ({ ...chain, rpc: { ...chain.rpc, nodes } }));
  const ctx = { ...world.systemContext(), chains: { ...chains, all } };
  const sentFrom = sentNonce === null ? null : sender.address;
  return lookForTransfer(ctx, {
    chainId: world.chain.chainId,
    refundTxHash,
    sentFrom,
    sentNonce,
  });
}

test("what one node knows is known, whatever the others do not", async () => {
  for (const fault of [forgetful, away, lagging]) {
    expect(await look(mined, null, node(fault), node(honest))).toMatchObject({ kind: "final" });
  }
});

test("a hash is unknown when every node says so, and one that does not answer, or is behind, does not", async () => {
  expect(await look(unsent, null, node(honest), node(honest))).toMatchObject({
    kind: "unknown",
    nonceUsed: false,
  });
  await expect(look(unsent, null, node(honest), node(away))).rejects.toThrow(ChainDoubt);
  await expect(look(unsent, null, node(away))).rejects.toThrow(RpcUnavailable);
  for (const others of [[lagging, honest], [honest, lagging], [lagging]]) {
    const nodes = others.map((fault) => node(fault));
    expect(await look(unsent, null, ...nodes)).toEqual({ kind: "waiting", sent: null });
  }
  // One that is left out is not waited for.
  const out = node(away, "it is on another chain");
  expect(await look(unsent, null, node(honest), out)).toMatchObject({ kind: "unknown" });
  expect(await look(unsent, null, out)).toEqual({ kind: "waiting", sent: null });
});

test("a nonce is used up when every node says so", async () => {
  const used = { kind: "unknown", nonceUsed: true };
  const free = { kind: "unknown", nonceUsed: false };
  expect(await look(unsent, 0n, node(honest), node(honest))).toMatchObject(used);
  expect(await look(unsent, 1n, node(honest), node(honest))).toMatchObject(free);
  expect(await look(unsent, 1n, node(saysUsed), node(honest))).toMatchObject(free);
});

test("a chain that is not configured any more is shown, and does not answer", async () => {
  const deployment = world.deployment();
  const retired = [{ ...deployment, chain: { ...deployment.chain, rpc: node(away) } }];
  const ctx = { ...world.systemContext(), chains: { all: [], deployments: [], retired } };
  const { chainId } = deployment;
  const recorded = { chainId, refundTxHash: unsent, sentFrom: null, sentNonce: null };
  await expect(lookForTransfer(ctx, recorded)).rejects.toThrow(RpcUnavailable);
  expect(refundNetwork(ctx, { chainId })).toMatchObject({ network: { chainId } });
});

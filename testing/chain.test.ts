import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { startChain, type TestChain } from "./chain";

let chain: TestChain;

beforeAll(async () => {
  chain = await startChain();
});

afterAll(async () => {
  await chain?.stop();
});

const head = async () => Number(await chain.request<string>("eth_blockNumber"));

test("both modes have contracts of their own on the same tokens", async () => {
  const { test: forTest, live } = chain.deployments;
  const [registry, processor] = [addressOf(forTest, "registry"), addressOf(forTest, "processor")];
  expect(addressOf(live, "registry")).not.toBe(registry);
  expect(addressOf(live, "processor")).not.toBe(processor);
  expect([forTest.usdc, forTest.eurc]).toEqual([live.usdc, live.eurc]);
  for (const address of [processor, addressOf(live, "processor"), chain.tokens.usdc]) {
    expect(await chain.request("eth_getCode", [address, "latest"])).not.toBe("0x");
  }
  expect(forTest.chainId).toBe(chain.chainId);
});

test("blocks come only when asked for, and finality follows two behind", async () => {
  const before = await head();
  await chain.mine(3);
  expect(await head()).toBe(before + 3);
  const final = await chain.request<{ number: string }>("eth_getBlockByNumber", [
    "finalized",
    false,
  ]);
  expect(Number(final.number)).toBe(before + 1);
});

test("a reorganisation replaces blocks and a snapshot brings them back", async () => {
  const read = () => chain.request<{ hash: string }>("eth_getBlockByNumber", ["latest", false]);
  await chain.mine(3);
  const before = await read();
  const snapshot = await chain.snapshot();
  await chain.passTime(3_600);
  await chain.revert(snapshot);
  expect((await read()).hash).toBe(before.hash);
  const height = await head();
  await chain.reorg(2);
  expect(await head()).toBe(height);
  expect((await read()).hash).not.toBe(before.hash);
});

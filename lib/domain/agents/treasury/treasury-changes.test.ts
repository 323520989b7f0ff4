import { encodeAbiParameters, encodeEventTopics } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentTreasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { setVendorsData } from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, addressTopic, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { scanChain } from "@/lib/indexer/scan-chain";
import { contractAt, contractsOn } from "@/lib/indexer/source";
import { newVendor, readyTreasury } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import type { TestMerchant } from "@/testing/register-merchant";
import { forAMinute, index, makeFinal } from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import type { World } from "@/testing/world";
import { readDueTreasuries } from "./read-due-treasuries";

let world: World;
let merchant: TestMerchant;
let treasury: Address;

beforeAll(async () => {
  world = await createAgentWorld();
  merchant = await world.addMerchant();
  treasury = await readyTreasury(world, merchant, []);
});
afterAll(() => world?.stop());

const listed = async () =>
  (
    await world.db<{ vendor: Address }[]>`
      select vendor from agent_vendors where merchant_id = ${merchant.id}`
  ).map(({ vendor }) => vendor);

const openLooks = () => world.db`
  select from agent_treasury_looks where merchant_id = ${merchant.id} and seen_block is not null`;

test("what the owner sets is read at its final block, and not only when the treasury's turn comes", async () => {
  const { address } = await newVendor(world);
  await world.db`update agent_configs set approved_vendors = array[${address}::bytea]`;
  await readDueTreasuries(world.systemContext(), forAMinute());
  await world.db`delete from outbox`;
  await world.send(merchant.owner, { to: treasury, data: setVendorsData([address], true) });
  await index(world);
  expect(await readDueTreasuries(world.systemContext(), forAMinute())).toBe(0);
  await makeFinal(world);
  expect(await openLooks()).toEqual([]);
  expect(await world.db`select from outbox where name = 'agents/treasuries.changed'`).toHaveLength(
    1,
  );
  expect(await readDueTreasuries(world.systemContext(), forAMinute())).toBe(1);
  expect(await listed()).toEqual([address]);
});

test("an account that logs what a treasury would is not taken for one", async () => {
  const deployment = world.deployment();
  const contracts = contractsOn(world.chains, deployment.chain);
  const registry = addressOf(deployment, "registry");
  const [topic] = encodeEventTopics({
    abi: agentTreasuryAbi,
    eventName: "VendorSet",
    args: { registry, merchantId: merchant.chainMerchantId.test, vendor: zeroAddress },
  });
  const merchantTopic = encodeAbiParameters([{ type: "uint256" }], [merchant.chainMerchantId.test]);
  const topics = [topic as Hex, addressTopic(registry), merchantTopic];
  expect(contractAt(contracts, { address: treasury, topics })?.kind).toBe("agentTreasury");
  expect(contractAt(contracts, { address: merchant.owner.address, topics })).toBeUndefined();
  const other = encodeAbiParameters([{ type: "uint256" }], [999n]);
  expect(
    contractAt(contracts, {
      address: treasury,
      topics: [topic as Hex, addressTopic(registry), other],
    }),
  ).toBeUndefined();
  const elsewhere = [topic as Hex, addressTopic(merchant.owner.address), merchantTopic];
  expect(contractAt(contracts, { address: treasury, topics: elsewhere })).toBeUndefined();
});

test("what the owner sets is seen through a node that gives no logs without an address", async () => {
  const { address } = await newVendor(world);
  const refused = { count: 0 };
  const strict: Fault = ({ method, params: [filter] }) => {
    if (method !== "eth_getLogs" || "address" in (filter as object)) return undefined;
    refused.count += 1;
    const message = "Please specify an address in your request";
    return Promise.reject(new RpcError(-32_701, message, null));
  };
  const ctx = withChain(world.systemContext(), (chain) => ({ rpc: faultyRpc(chain.rpc, strict) }));
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  const scan = () => scanChain(ctx, chain, new Date(Date.now() + 20_000));
  await scan();
  await world.send(merchant.owner, { to: treasury, data: setVendorsData([address], true) });
  expect(await scan()).toEqual({ kind: "current" });
  expect(refused.count).toBeGreaterThan(0);
  expect(await openLooks()).toHaveLength(1);
});

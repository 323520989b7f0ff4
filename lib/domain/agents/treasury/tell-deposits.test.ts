import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import {
  followJob,
  newVendor,
  orderJob,
  readJobOf,
  readyTreasury,
  settleJobs,
  submitWork,
} from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import type { TestMerchant } from "@/testing/register-merchant";
import { forAMinute, makeFinal } from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import type { World } from "@/testing/world";
import { readDueTreasuries } from "./read-due-treasuries";
import { tellDeposits } from "./tell-deposits";

const USDC = 1_000_000n;

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;
let treasury: Address;

beforeAll(async () => {
  world = await createAgentWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
  treasury = await readyTreasury(world, merchant, [vendor.address]);
});

async function look(ctx = world.systemContext()): Promise<void> {
  await world.db`delete from agent_treasury_looks where merchant_id = ${merchant.id}`;
  await readDueTreasuries(ctx, forAMinute());
}

const told = () => world.db`
  select summary, reason, tx_hash, resource_id from agent_activity
  where merchant_id = ${merchant.id} and action = 'receive_deposit' order by created_at, summary`;

test("what a treasury had when it was first read is not told", async () => {
  await look();
  expect(await told()).toEqual([]);
});

test("a deposit is told once its block is final, with its transaction and an event", async () => {
  await world.mint(treasury, 40n * USDC);
  await look();
  expect(await told()).toEqual([]);
  await makeFinal(world);
  for (let round = 0; round < 2; round += 1) {
    await look();
    expect(await told()).toEqual([
      {
        summary: "40.00 USDC arrived in the treasury",
        reason: `A transfer of 0x${"0".repeat(40)} is final`,
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        resourceId: treasury,
      },
    ]);
  }
  const events = await world.db`
    select e.type from events e join agent_activity a on a.id = e.resource_id
    where a.merchant_id = ${merchant.id} and a.action = 'receive_deposit'`;
  expect(events).toEqual([{ type: "agent.action_executed" }]);
});

test("several deposits are one entry, and less than a cent is none", async () => {
  await world.mint(treasury, 9_999n);
  await makeFinal(world);
  await look();
  expect(await told()).toEqual([]);
  for (const amount of [1n, 2n]) await world.mint(treasury, amount * USDC);
  await makeFinal(world);
  await look();
  expect(await told()).toMatchObject([
    { summary: "3.00 USDC arrived in the treasury", reason: "2 transfers are final", txHash: null },
  ]);
});

test("money of a rejected job that is back is no deposit", async () => {
  const { id } = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
  await submitWork(world, vendor, await readJobOf(world, merchant, { id }));
  await followJob(world, merchant, await readJobOf(world, merchant, { id }), /Reject/);
  expect(await world.balanceOf(treasury)).toBe(100n * USDC);
  await look();
  expect(await told()).toEqual([]);
});

test("what is paid to another account, or is another token, is not told", async () => {
  await world.mint(vendor.address, 5n * USDC);
  await makeFinal(world);
  await look();
  expect(await told()).toEqual([]);
});

test.each([0n, 1n])(
  "two readers whose final blocks are %i apart tell of deposits once",
  async (lag) => {
    await world.mint(treasury, 7n * USDC);
    await makeFinal(world);
    const deployment = world.deployment();
    const block = BigInt(await world.chain.request<string>("eth_blockNumber", [])) - 1n;
    const { id: merchantId } = merchant;
    const owner = { merchantId, mode: "test", deploymentId: deployment.id } as const;
    // Without the claim that keeps readers apart.
    const tell = (through: bigint) => {
      const reading = { ...owner, address: treasury, block: through };
      return tellDeposits(world.systemContext(), deployment, reading);
    };
    await Promise.all([tell(block), tell(block - lag), tell(block)]);
    expect(await told()).toHaveLength(1);
  },
);

test("a node that gives no logs keeps no policy from being read, and the deposit is told later", async () => {
  await world.mint(treasury, 8n * USDC);
  await makeFinal(world);
  const silent: Fault = ({ method }) =>
    method === "eth_getLogs" ? Promise.reject(new Error("no logs today")) : undefined;
  const blockOf = async () => {
    const [row] = await world.db<{ readBlock: bigint }[]>`
      select read_block from agent_treasuries where merchant_id = ${merchant.id}`;
    return row?.readBlock ?? 0n;
  };
  const before = await blockOf();
  await look(withChain(world.systemContext(), (chain) => ({ rpc: faultyRpc(chain.rpc, silent) })));
  expect(await blockOf()).toBeGreaterThan(before);
  expect(await told()).toEqual([]);
  await look();
  expect(await told()).toMatchObject([{ summary: "8.00 USDC arrived in the treasury" }]);
});

test("a node that answers with other accounts' transfers is not believed", async () => {
  await world.mint(vendor.address, 6n * USDC);
  await makeFinal(world);
  const unfiltered: Fault = ({ method, params: [query], ask }) => {
    if (method !== "eth_getLogs") return undefined;
    const { topics, ...place } = query as { topics?: unknown[] };
    if (!topics || topics.length < 3) return ask();
    return world.chain.request("eth_getLogs", [{ ...place, topics: topics.slice(0, 1) }]);
  };
  await look(
    withChain(world.systemContext(), (chain) => ({ rpc: faultyRpc(chain.rpc, unfiltered) })),
  );
  expect(await told()).toEqual([]);
});

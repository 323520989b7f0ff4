import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelProposalData, proposeJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { setPolicyData } from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { readPolicy, readTokenPolicy } from "@/lib/adapters/chain/reads/agent-treasury";
import { type Address, type Hex, refOf } from "@/lib/core/chain/hex";
import { newVendor, readyTreasury } from "@/testing/agent-jobs";
import { agentAccount, createAgentWorld } from "@/testing/agents";
import type { TestMerchant } from "@/testing/register-merchant";
import { forAMinute, index, makeFinal } from "@/testing/relay";
import type { World } from "@/testing/world";
import { readPolicyState } from "./policy-state";
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

const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: 10_000n,
};

async function stateAt(rate: bigint) {
  const config = { ...world.config, EUR_USD_RATE: rate };
  await world.db`delete from agent_treasury_looks`;
  await readDueTreasuries({ ...world.systemContext(), config }, forAMinute());
  const { actor } = world.merchantContext({ merchantId: merchant.id });
  return readPolicyState({ ...world, config }, world.db, actor, settings);
}

const outOfStep = async () => {
  const [row] = await world.db<{ since: Date | null }[]>`
    select out_of_step_since as since from agent_treasuries where merchant_id = ${merchant.id}`;
  return row?.since ?? null;
};

test("a changed rate of the euro is told, and reaches the treasury, whose reserve stays", async () => {
  const { chain, tokens } = world.deployment();
  const [usdc, eurc] = [tokens.USDC?.address, tokens.EURC?.address];
  if (!usdc || !eurc) throw new Error("the local chain has both tokens");
  const latest = BigInt(await world.chain.request<Hex>("eth_blockNumber", []));
  const policy = await readPolicy(chain.rpc, treasury, latest);
  const kept = [{ token: eurc, unitsPerCent: 8_000n, reserve: 7_000_000n }];
  await world.send(merchant.owner, { to: treasury, data: setPolicyData(policy, kept) });
  await makeFinal(world);
  expect(await stateAt(1_250_000n)).toMatchObject({ policy: "in_sync", instructions: [] });
  expect(await outOfStep()).toBeNull();

  const changed = await stateAt(1_500_000n);
  expect(changed?.policy).toBe("awaiting_wallet");
  expect(await outOfStep()).not.toBeNull();
  await world.db`update merchants set email = 'owner@example.com' where id = ${merchant.id}`;
  await world.db`
    update agent_treasuries set out_of_step_since = clock_now() - interval '61 minutes'
    where merchant_id = ${merchant.id}`;
  for (const _ of [1, 2]) await stateAt(1_500_000n);
  const mails = await world.db`
    select kind, recipient from mails
    where merchant_id = ${merchant.id} and kind = 'agent_policy_out_of_step'`;
  expect(mails).toHaveLength(1);
  const [call, ...others] = changed?.instructions ?? [];
  expect(others).toEqual([]);
  await world.send(merchant.owner, { to: treasury, data: (call?.data ?? "0x") as Hex });
  await makeFinal(world);
  expect(await stateAt(1_500_000n)).toMatchObject({ policy: "in_sync", instructions: [] });
  const now = BigInt(await world.chain.request<Hex>("eth_blockNumber", []));
  expect(await readTokenPolicy(chain.rpc, treasury, eurc, now)).toEqual({
    unitsPerCent: 6_666n,
    reserve: 7_000_000n,
  });
  expect(await readTokenPolicy(chain.rpc, treasury, usdc, now)).toEqual({
    unitsPerCent: 10_000n,
    reserve: 0n,
  });
});

describe("a policy that is set in a block which is not final", () => {
  const lowered = { ...settings, requireHumanApprovalAboveUsdCents: 500n };
  let other: TestMerchant;
  let place: Address;

  beforeAll(async () => {
    other = await world.addMerchant();
    place = await readyTreasury(world, other, []);
  });

  const state = () => {
    const { actor } = world.merchantContext({ merchantId: other.id });
    return readPolicyState(world, world.db, actor, lowered);
  };
  const limits = { summary: "Set the agent's limits on-chain" };
  const given = { policy: "awaiting_wallet", withheld: null, instructions: [limits] };
  const atHead = async () => BigInt(await world.chain.request<Hex>("eth_blockNumber", []));

  test("what the agent's key can cause withholds no call", async () => {
    const vendor = await newVendor(world);
    const order = {
      proposalId: refOf("stolen"),
      token: world.deployment().tokens.USDC?.address ?? place,
      vendor: vendor.address,
      assessor: null,
      amount: 1n,
      expiresAt: new Date(Date.now() + 14 * 86_400_000),
      description: "",
    };
    await world.send(agentAccount, { to: place, data: proposeJobData(order) });
    await world.send(agentAccount, { to: place, data: cancelProposalData(order.proposalId) });
    await index(world);
    expect(await state()).toMatchObject(given);
  });

  test("is put back by no call: none is given before it is read as final, and then it is named", async () => {
    const { chain, tokens } = world.deployment();
    const usdc = tokens.USDC?.address ?? place;
    const before = await readPolicy(chain.rpc, place, await atHead());
    const { address: evaluator } = await newVendor(world);
    const reserve = 9_000_000n;
    const priced = [{ token: usdc, unitsPerCent: 20_000n, reserve }];
    const data = setPolicyData({ ...before, evaluator }, priced);
    await world.send(other.owner, { to: place, data });
    await index(world);
    const none = { policy: "awaiting_wallet", withheld: "policy_not_final", instructions: [] };
    expect(await state()).toMatchObject(none);
    // Without the capability nothing is read, and the call would never be given.
    const switchTo = (capabilities: string[]) => world.db`
      update agent_configs set enabled_capabilities = ${capabilities} where merchant_id = ${other.id}`;
    await switchTo([]);
    expect(await state()).toMatchObject(given);
    await switchTo(["commerce"]);
    await makeFinal(world);
    expect(await state()).toMatchObject(none);
    await readDueTreasuries(world.systemContext(), forAMinute());
    const read = await state();
    expect(read).toMatchObject(given);

    await world.send(other.owner, {
      to: place,
      data: (read?.instructions[0]?.data ?? "0x") as Hex,
    });
    const policy = await readPolicy(chain.rpc, place, await atHead());
    expect(policy).toMatchObject({ evaluator, thresholdCents: 500n });
    expect(await readTokenPolicy(chain.rpc, place, usdc, await atHead())).toEqual({
      unitsPerCent: 10_000n,
      reserve,
    });
  });
});

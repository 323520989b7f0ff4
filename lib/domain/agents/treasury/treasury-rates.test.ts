import { afterAll, beforeAll, expect, test } from "vitest";
import { setPolicyData } from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { readPolicy, readTokenPolicy } from "@/lib/adapters/chain/reads/agent-treasury";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { readyTreasury } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { TestMerchant } from "@/testing/register-merchant";
import { forAMinute, makeFinal } from "@/testing/relay";
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

import { encodeFunctionData, keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { contractOf } from "@/lib/adapters/chain/chains";
import type { FeeContract } from "@/lib/core/chain/contract-kinds";
import { type Hex, lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { readMerchantStatus } from "@/lib/domain/operations/read-merchant-status";
import { readFees } from "@/lib/domain/platform/treasury/read-fees";
import {
  addMerchantApart,
  callRow,
  eventsOf,
  finishCalls,
  recordOf,
  want,
} from "@/testing/operator-calls";
import { index, makeFinal } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { insertPlan } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { planOperatorCall } from "./plan-operator-call";

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await addMerchantApart(world);
  await makeFinal(world);
}, 120_000);
afterAll(() => world?.stop());

const finish = () => finishCalls(world, world.systemContext());
const ofMerchant = () => ({ deployment: world.deployment(), merchantId: world.merchant.id });
const record = () => recordOf(world.deployment(), world.merchant);
const events = (kind: Parameters<typeof eventsOf>[1]) => eventsOf(world, kind, world.deployment());

test("a merchant whose key somebody else has registered is not registered again", async () => {
  const merchantId = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${merchantId}, 'Late Bakery')`;
  const { owner, payout } = world.merchant;
  const { address } = contractOf(world.deployment(), "registry");
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "register",
    args: [keccak256(toHex(merchantId)), owner.address, payout, 70, zeroBytes32],
  });
  await world.send(world.chain.operator, { to: address, data });
  await index(world);
  const wanted = { kind: "register", ...ofMerchant(), merchantId } as const;
  const plan = () =>
    planOperatorCall(world.systemContext(), {
      ...wanted,
      owner: owner.address,
      payout,
      feeBps: 70,
    });
  expect(await plan()).toMatchObject({ verdict: "wait", failure: "awaiting_finality" });
  await makeFinal(world);
  expect(await plan()).toMatchObject({ verdict: "done" });
  await addMerchantApart(world);
});

test("a raise of the fee is announced once, and withdrawn by the fee that is in force", async () => {
  const before = await events("set_fee");
  const raise = { kind: "set_fee", ...ofMerchant(), feeBps: 250 } as const;
  const calls = [await want(world, raise), await want(world, raise)];
  await finish();
  for (const call of calls) {
    expect(await callRow(world, call)).toMatchObject({ state: "done", rounds: 0 });
  }
  expect(await events("set_fee")).toBe(before + 1);
  expect(await record()).toMatchObject({ feeBps: 100, nextFee: { feeBps: 250 } });
  expect(await planOperatorCall(world.systemContext(), raise)).toMatchObject({ verdict: "done" });

  await want(world, { ...raise, feeBps: 100 });
  await finish();
  expect(await events("set_fee")).toBe(before + 2);
  expect(await record()).toMatchObject({ feeBps: 100, nextFee: null });

  await want(world, raise);
  await finish();
  await world.chain.passTime(86_400);
  await makeFinal(world);
  expect(await record()).toMatchObject({ feeBps: 250, nextFee: null });
  expect(await planOperatorCall(world.systemContext(), raise)).toMatchObject({ verdict: "done" });
  const status = await readMerchantStatus(world.db, world.chains, world.merchant.id);
  const shown = status.registrations.find(
    ({ deploymentId }) => deploymentId === world.deployment().id,
  );
  expect(shown).toMatchObject({ feeBps: 250, differences: [] });
});

test("fees are swept by the operator's wallet, to the registry's treasury alone", async () => {
  const { usdc, treasury } = world.deployment();
  const had = await world.balanceOf(treasury);
  // At 250 basis points.
  await payDirectly(world, await fundPayer(world), { amount: 1_000_000n });
  await makeFinal(world);
  const pot = { contract: "processor", token: usdc } as const;
  const wanted = { kind: "sweep_fees", deployment: world.deployment(), ...pot } as const;
  expect(await planOperatorCall(world.systemContext(), wanted)).toMatchObject({
    verdict: "call",
    signer: lowerHex(world.chain.operator.address),
  });
  const call = await want(world, wanted);
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done", failure: null });
  expect(await world.balanceOf(treasury)).toBe(had + 24_999n);
  expect(await planOperatorCall(world.systemContext(), wanted)).toMatchObject({ verdict: "done" });
});

test("the fees of charges are swept from the manager, and change nothing of the processor's", async () => {
  const { usdc, treasury } = world.deployment();
  const feesOf = (contract: FeeContract) =>
    readFees(world.db, world.deployment(), { contract, token: usdc });
  await makeFinal(world);
  const [before, had] = [await feesOf("processor"), await world.balanceOf(treasury)];
  const plan = await insertPlan(world);
  await enrolDirectly(world, await fundPayer(world), { plan });
  await makeFinal(world);
  // At 250 basis points.
  const accrued = (plan.amount * 250n) / 10_000n;
  expect(await feesOf("subscriptions")).toMatchObject({ waiting: accrued, counted: accrued });
  const pot = { contract: "subscriptions", token: usdc } as const;
  const call = await want(world, { kind: "sweep_fees", deployment: world.deployment(), ...pot });
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done", failure: null });
  expect(await world.balanceOf(treasury)).toBe(had + accrued - 1n);
  await makeFinal(world);
  expect(await feesOf("subscriptions")).toMatchObject({ swept: accrued - 1n, waiting: 1n });
  const { readTo: _, ...after } = await feesOf("processor");
  expect(before).toMatchObject(after);
});

test("of several keys the registry's operator sweeps, and where its key is not here any that is in service does", async () => {
  const [poor, rich] = world.chain.payers;
  if (!poor || !rich) throw new Error("the chain has payers");
  await world.chain.request("anvil_setBalance", [rich.address, "0xde0b6b3a7640000"]);
  const ctx = world.systemContext();
  const withKeys = (...OPERATOR_PRIVATE_KEY: Hex[]) => ({
    ...ctx,
    config: { ...ctx.config, OPERATOR_PRIVATE_KEY },
  });
  const both = withKeys(poor.privateKey, world.chain.operator.privateKey);
  await payDirectly(world, await fundPayer(world), { amount: 1_000_000n });
  await makeFinal(world);
  const { usdc: token, chainId } = world.deployment();
  const pot = { contract: "processor", token } as const;
  const wanted = { kind: "sweep_fees", deployment: world.deployment(), ...pot } as const;
  const operator = lowerHex(world.chain.operator.address);
  expect(await planOperatorCall(both, wanted)).toMatchObject({ signer: operator });
  const retire = (at: Date | null) => world.db`
    update relay_wallets set retired_at = ${at} where chain_id = ${chainId} and address = ${operator}`;
  await retire(new Date());
  expect(await planOperatorCall(both, wanted)).toMatchObject({ signer: lowerHex(poor.address) });
  await retire(null);

  const call = await want(world, wanted);
  await finishCalls(world, withKeys(poor.privateKey, rich.privateKey));
  expect(await callRow(world, call)).toMatchObject({
    state: "done",
    wallet: lowerHex(rich.address),
  });
});

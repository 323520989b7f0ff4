import { encodeFunctionData, keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryV2Abi } from "@/lib/adapters/chain/abi/merchant-registry-v2";
import { contractOf } from "@/lib/adapters/chain/chains";
import { zeroBytes32 } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import { readMerchantStatus } from "@/lib/domain/operations/read-merchant-status";
import { deployFurther, registerIn, withDeployment } from "@/testing/further-deployment";
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
import { createWorld, type World } from "@/testing/world";
import { planOperatorCall } from "./plan-operator-call";

let world: World;
/** With contracts of version 2, in which the world's merchant is registered. */
let site: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  const file = await deployFurther(world.chain, ["processor"], 2);
  site = await registerIn(await withDeployment(world, world.chain, file));
  await addMerchantApart(world);
  await makeFinal(site);
}, 120_000);
afterAll(() => world?.stop());

const finish = () => finishCalls(site, site.systemContext());
const ofMerchant = () => ({ deployment: site.deployment(), merchantId: site.merchant.id });
const record = () => recordOf(site.deployment(), site.merchant);
const events = (kind: Parameters<typeof eventsOf>[1]) => eventsOf(site, kind, site.deployment());

test("a merchant is registered once, by the hash of its id", async () => {
  const merchantId = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${merchantId}, 'Late Bakery')`;
  const before = await events("register");
  const { owner, payout } = site.merchant;
  const wanted = {
    kind: "register",
    deployment: site.deployment(),
    merchantId,
    owner: owner.address,
    payout,
    feeBps: 70,
  } as const;
  const calls = [await want(site, wanted), await want(site, wanted)];
  await finish();
  for (const call of calls) expect(await callRow(site, call)).toMatchObject({ state: "done" });
  expect(await events("register")).toBe(before + 1);
  expect(
    await world.db`select fee_bps, status from merchant_registrations
      where merchant_id = ${merchantId}`,
  ).toEqual([{ feeBps: 70, status: "active" }]);
});

test("a merchant whose key somebody else has registered is not registered again", async () => {
  const merchantId = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${merchantId}, 'Late Bakery')`;
  const { owner, payout } = site.merchant;
  const { address } = contractOf(site.deployment(), "registry");
  const data = encodeFunctionData({
    abi: merchantRegistryV2Abi,
    functionName: "register",
    args: [keccak256(toHex(merchantId)), owner.address, payout, 70, zeroBytes32],
  });
  await site.send(site.chain.operator, { to: address, data });
  await index(site);
  const wanted = { kind: "register", ...ofMerchant(), merchantId } as const;
  const plan = () =>
    planOperatorCall(site.systemContext(), {
      ...wanted,
      owner: owner.address,
      payout,
      feeBps: 70,
    });
  expect(await plan()).toMatchObject({ verdict: "wait", failure: "awaiting_finality" });
  await makeFinal(site);
  expect(await plan()).toMatchObject({ verdict: "done" });
  await addMerchantApart(world);
});

test("a raise of the fee is announced once, and withdrawn by the fee that is in force", async () => {
  const before = await events("set_fee");
  const raise = { kind: "set_fee", ...ofMerchant(), feeBps: 250 } as const;
  const calls = [await want(site, raise), await want(site, raise)];
  await finish();
  for (const call of calls) {
    expect(await callRow(site, call)).toMatchObject({ state: "done", rounds: 0 });
  }
  expect(await events("set_fee")).toBe(before + 1);
  expect(await record()).toMatchObject({ feeBps: 100, nextFee: { feeBps: 250 } });
  expect(await planOperatorCall(site.systemContext(), raise)).toMatchObject({ verdict: "done" });

  await want(site, { ...raise, feeBps: 100 });
  await finish();
  expect(await events("set_fee")).toBe(before + 2);
  expect(await record()).toMatchObject({ feeBps: 100, nextFee: null });

  await want(site, raise);
  await finish();
  await world.chain.passTime(86_400);
  await makeFinal(site);
  expect(await record()).toMatchObject({ feeBps: 250, nextFee: null });
  expect(await planOperatorCall(site.systemContext(), raise)).toMatchObject({ verdict: "done" });
  const status = await readMerchantStatus(world.db, site.chains, site.merchant.id);
  const shown = status.registrations.find(
    ({ deploymentId }) => deploymentId === site.deployment().id,
  );
  expect(shown).toMatchObject({ feeBps: 250, differences: [] });
});

test("a merchant is suspended and reactivated", async () => {
  const settleUntil = new Date(Math.floor(Date.now() / 1000) * 1000 + 10 * 86_400_000);
  await want(site, { kind: "suspend", ...ofMerchant(), settleUntil });
  await finish();
  const seconds = BigInt(settleUntil.getTime() / 1000);
  expect(await record()).toMatchObject({ status: "suspended", settleUntil: seconds });
  await want(site, { kind: "reactivate", ...ofMerchant() });
  await finish();
  expect(await record()).toMatchObject({ status: "active", settleUntil: 0n });
});

test("fees are the treasury's to sweep, and no key of ours is used for it", async () => {
  const { usdc, treasury } = site.deployment();
  await payDirectly(site, await fundPayer(site), { amount: 1_000_000n });
  await makeFinal(site);
  const wanted = { kind: "sweep_fees", deployment: site.deployment(), token: usdc } as const;
  expect(await planOperatorCall(site.systemContext(), wanted)).toMatchObject({
    verdict: "call",
    signer: treasury,
  });
  const call = await want(site, wanted);
  await finish();
  expect(await callRow(site, call)).toMatchObject({ state: "refused", failure: "not_treasury" });
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import { checkPayout } from "@/lib/domain/merchants/check-payout";
import { judgePayouts } from "@/lib/domain/merchants/registrations/judge-payouts";
import {
  acknowledgePayout,
  listUnusablePayouts,
} from "@/lib/domain/merchants/registrations/unusable-payouts";
import { payoutGauges } from "@/lib/domain/operations/operator-gauges";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { operate } from "@/testing/operator";
import { newWallet } from "@/testing/owners";
import { type ProbedWorld, probe, through } from "@/testing/probed";
import { makeFinal, openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";

const folder = mkdtempSync(join(inject("runFolder"), "payouts-"));
const list = join(folder, "list");
const listed = `0x${"bad0".repeat(10)}` as const;

let world: World;
let probed: ProbedWorld;
let ctx: Context<SystemActor>;

beforeAll(async () => {
  writeFileSync(list, `${listed}\n`);
  world = await createWorld({ env: { SCREENING_LIST: list } });
  probed = probe(world);
  ctx = world.systemContext();
  await world.chain.request("anvil_setBalance", [
    world.merchant.owner.address,
    "0xde0b6b3a7640000",
  ]);
  await judgePayouts(ctx);
}, 120_000);
afterAll(async () => {
  await probed?.end();
  await world?.stop();
});

/** As an owner can from any wallet, without this installation. */
async function setOnChain(payout: Address): Promise<void> {
  const args = [world.merchant.chainMerchantId.test, payout] as const;
  const data = encodeFunctionData({ abi: merchantRegistryAbi, functionName: "setPayout", args });
  await world.send(world.merchant.owner, { to: addressOf(world.deployment(), "registry"), data });
  await makeFinal(world);
}

const refused = expect.objectContaining({
  code: "permission_denied",
  info: { details: expect.objectContaining({ reason: "payout_unusable" }) },
});
const found = async () => (await probed.look()).checks.registrations;
const run = (...args: string[]) => operate(ctx, ...args);

test("a token as payout address refuses new sessions and raises an alert until it is changed", async () => {
  const usdc = world.deployment().tokens.USDC?.address ?? world.merchant.payout;
  const before = await openSession(world);
  await setOnChain(usdc);
  expect(await judgePayouts(ctx)).toBe(1);
  expect(await judgePayouts(ctx)).toBe(0);
  await expect(openSession(world)).rejects.toEqual(refused);
  expect(await world.db`select count(*)::int from payment_sessions`).toEqual([{ count: 1 }]);
  expect(await found()).toMatchObject({
    status: "warn",
    detail: `the payout address ${usdc} of ${world.merchant.id} in test mode cannot be used: payout_not_allowed`,
    alerts: [{ kind: "payout_unusable" }],
  });
  expect(await world.db`select status from payment_sessions where id = ${before.id}`).toEqual([
    { status: "pending" },
  ]);
  expect(await payoutGauges(probed.sources())).toContainEqual(["payoutsUnusable", 1, "test"]);

  await setOnChain((await newWallet(world)).address);
  await expect(openSession(world)).rejects.toEqual(refused);
  expect(await judgePayouts(ctx)).toBe(1);
  await openSession(world);
  expect(await found()).toMatchObject({ status: "ok" });
});

test("a listed payout address is acknowledged by an operator, and the next one is judged anew", async () => {
  await setOnChain(listed);
  await judgePayouts(ctx);
  await expect(openSession(world)).rejects.toEqual(refused);
  const place = [world.merchant.id, "--mode", "test"];
  expect((await run("payouts")).out).toMatch(
    new RegExp(`${world.merchant.id} +test +${listed} +payer_blocked`),
  );
  const dry = await run("acknowledge-payout", ...place);
  expect(dry.out).toContain("Dry run");
  await expect(openSession(world)).rejects.toEqual(refused);
  const [shown] = await listUnusablePayouts(world.db);
  if (!shown) throw new Error("the address is listed");
  const changed = { ...shown, payout: world.merchant.payout };
  await expect(acknowledgePayout(ctx, changed)).rejects.toMatchObject({ code: "not_found" });

  const done = await run("acknowledge-payout", ...place, "--apply", "--reason", "a wrong list");
  expect(done).toMatchObject({ code: 0 });
  await openSession(world);
  expect(await judgePayouts(ctx)).toBe(0);
  expect((await run("payouts")).out).toBe("There are none.");
  expect(
    await world.db`select subject_id, reason from audit_log where action = 'merchant.acknowledge_payout'`,
  ).toEqual([{ subjectId: world.merchant.id, reason: "a wrong list" }]);
  expect((await run("acknowledge-payout", ...place)).out).toContain("is usable");

  // The registry itself refuses the core, so that it is a token here.
  await expect(setOnChain(addressOf(world.deployment(), "processor"))).rejects.toThrow("failed");
  await setOnChain(world.deployment().eurc ?? listed);
  await judgePayouts(ctx);
  await expect(openSession(world)).rejects.toEqual(refused);
});

test("while the list cannot be read, an address waits for its judgement", async () => {
  await setOnChain((await newWallet(world)).address);
  const gone = { ...ctx, config: { ...ctx.config, SCREENING_LIST: `${list}.gone` } };
  expect(await judgePayouts(gone)).toBe(0);
  await expect(openSession(world)).rejects.toEqual(refused);
  expect(await judgePayouts(ctx)).toBe(1);
  await openSession(world);
});

test("an address that changes while the node is asked about it is judged in the next round", async () => {
  const usdc = world.deployment().tokens.USDC?.address ?? world.merchant.payout;
  await setOnChain((await newWallet(world)).address);
  const { rpc } = world.deployment().chain;
  const changing: Rpc = {
    request: async (call) => {
      await world.db`update merchant_registrations set payout = ${usdc} where mode = 'test'`;
      return rpc.request(call);
    },
  };
  await judgePayouts({ ...ctx, chains: through(ctx.chains, changing) });
  expect(await listUnusablePayouts(world.db)).toEqual([]);
  expect(await judgePayouts(ctx)).toBe(1);
  expect(await listUnusablePayouts(world.db)).toMatchObject([{ payout: usdc }]);
});

test("an address that a registry reserves is refused before the owner sends anything", async () => {
  const { address } = await newWallet(world);
  const registry = addressOf(world.deployment(), "registry");
  await checkPayout(ctx, "test", address);
  const args = [address] as const;
  const data = encodeFunctionData({ abi: merchantRegistryAbi, functionName: "reserve", args });
  await world.send(world.chain.deployer, { to: registry, data });
  await expect(checkPayout(ctx, "test", address)).rejects.toMatchObject({
    code: "invalid_request",
    info: { details: { reason: "payout_not_allowed" } },
  });
  const dead: Rpc = { request: () => Promise.reject(new RpcUnavailable("no node answers")) };
  await checkPayout({ ...ctx, chains: through(ctx.chains, dead) }, "test", address);
});

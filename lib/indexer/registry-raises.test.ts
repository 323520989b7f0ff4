import { type EncodeFunctionDataParameters, encodeFunctionData, keccak256, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { findDifferences } from "@/lib/domain/merchants/registrations/find-differences";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { planRebuild } from "./plan-rebuild";
import { applyRebuild } from "./rebuild-chain";
import { scanChain } from "./scan-chain";

const first: Address = `0x${"a1".repeat(20)}`;
const second: Address = `0x${"a2".repeat(20)}`;
const DAY = 86_400;

let world: World;
/** The same with the merchant of each test. */
let site: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  const merchant = await world.addMerchant();
  site = { ...world, merchant };
  await finish();
});

async function scan() {
  const [chain] = world.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(world.systemContext(), chain, new Date(Date.now() + 20_000));
}

async function finish() {
  await world.chain.mine(3);
  expect(await scan()).toEqual({ kind: "current" });
}

type Call = EncodeFunctionDataParameters<typeof merchantRegistryAbi>;

/** A call of the registry, as the merchant's owner or as the operator, in a block of its own. */
async function call(merchant: TestMerchant | null, request: Omit<Call, "abi">) {
  const from = merchant?.owner ?? world.chain.operator;
  await world.chain.request("anvil_setBalance", [from.address, "0xde0b6b3a7640000"]);
  const data = encodeFunctionData({ abi: merchantRegistryAbi, ...request } as Call);
  return world.send(from, { to: addressOf(world.deployment(), "registry"), data });
}

const setFee = (feeBps: number) =>
  call(null, { functionName: "setFee", args: [site.merchant.chainMerchantId.test, feeBps] });

async function row({ merchant } = site) {
  const [found] = await world.db`
    select owner, payout, fee_bps, next_fee_bps, next_fee_at, status, settle_until
    from merchant_registrations
    where merchant_id = ${merchant.id} and deployment_id = ${world.deployment().id}`;
  return found;
}

/** The time of the newest block, in seconds. */
async function blockTime(): Promise<number> {
  const block = await world.chain.request<{ timestamp: string }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  return Number(block.timestamp);
}

test("a merchant is written down by the key that it is registered with, once", async () => {
  const [id, other] = [newId("merchant"), newId("merchant")];
  for (const one of [id, other]) {
    await world.db`insert into merchants ${world.db({ id: one, businessName: "Late Bakery" })}`;
  }
  const [key, hash] = [keccak256(toHex(id)), keccak256(toHex(other))];
  const register = (by: `0x${string}`, feeBps: number) =>
    call(null, { functionName: "register", args: [by, first, second, feeBps, hash] });
  await register(key, 70);
  const rows = () => world.db`
    select merchant_id, owner, payout, fee_bps, next_fee_bps, status from merchant_registrations
    where owner = ${first}`;
  await scan();
  expect(await rows()).toEqual([]);
  await register(key, 80);
  await register(keccak256(toHex("mer_nobody")), 90);
  await finish();
  expect(await rows()).toEqual([
    {
      merchantId: id,
      owner: first,
      payout: second,
      feeBps: 70,
      nextFeeBps: null,
      status: "active",
    },
  ]);
  expect(await findDifferences(world.db)).toEqual([]);
});

test("a raise that was announced counts from its time on, by the time of each payment's block", async () => {
  await setFee(250);
  const announcedAt = await blockTime();
  await scan();
  expect(await row()).toMatchObject({ feeBps: 100, nextFeeBps: null });
  await finish();
  const announced = { nextFeeBps: 250, nextFeeAt: new Date((announcedAt + DAY) * 1000) };
  expect(await row()).toMatchObject({ feeBps: 100, ...announced });

  // An amount whose fee is nothing at either rate.
  const early = await payDirectly(site, payer, { amount: 10n });
  await world.chain.mine();
  await world.chain.passTime(DAY);
  const late = await payDirectly(site, payer, { amount: 10n });
  const large = await payDirectly(site, payer, { amount: 1_000_000n });
  await finish();
  const bps = async ({ paymentId }: { paymentId: string }) => {
    const [found] = await world.db`
      select fee_bps, fee from transactions where payment_id = ${paymentId}`;
    return found;
  };
  expect(await bps(early)).toEqual({ feeBps: 100, fee: 0n });
  expect(await bps(late)).toEqual({ feeBps: 250, fee: 0n });
  expect(await bps(large)).toEqual({ feeBps: 250, fee: 25_000n });
});

test("a lower fee counts at once and withdraws the raise, and the raise in force is a raise's start", async () => {
  await setFee(250);
  await setFee(90);
  await finish();
  expect(await row()).toMatchObject({ feeBps: 90, nextFeeBps: null, nextFeeAt: null });
  await setFee(200);
  await world.chain.passTime(DAY);
  await setFee(300);
  const raisedAt = await blockTime();
  await finish();
  expect(await row()).toMatchObject({
    feeBps: 200,
    nextFeeBps: 300,
    nextFeeAt: new Date((raisedAt + DAY) * 1000),
  });
});

test("an announcement in a block that is replaced changes nothing, and one that is lost is taken back", async () => {
  const before = await row();
  await setFee(250);
  await scan();
  await world.chain.reorg(1);
  await finish();
  expect(await row()).toEqual(before);

  const height = Number(await world.chain.request<string>("eth_blockNumber", []));
  await setFee(270);
  await finish();
  expect(await row()).toMatchObject({ feeBps: 100, nextFeeBps: 270 });
  const head = Number(await world.chain.request<string>("eth_blockNumber", []));
  await world.chain.reorg(head - height);
  const ctx = { ...world.systemContext(), actor: { kind: "system" } } as const;
  await applyRebuild(ctx, await planRebuild(ctx, { chainId: world.chain.chainId }));
  expect(await row()).toEqual(before);
});

test("a row without the raise that its registry announced is named", async () => {
  await setFee(250);
  await world.chain.passTime(60);
  await finish();
  const { id: merchantId } = site.merchant;
  const named = async () =>
    (await findDifferences(world.db)).filter((one) => one.merchantId === merchantId);
  expect(await named()).toEqual([]);
  await world.db`
    update merchant_registrations set next_fee_at = next_fee_at + interval '1 hour'
    where merchant_id = ${merchantId} and next_fee_at is not null`;
  expect(await named()).toMatchObject([{ merchantId, differs: ["nextFeeBps"] }]);
  await world.db`
    update merchant_registrations set next_fee_at = next_fee_at - interval '1 hour'
    where merchant_id = ${merchantId} and next_fee_at is not null`;
});

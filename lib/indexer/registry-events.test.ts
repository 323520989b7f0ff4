import { encodeFunctionData, keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { findDifferences } from "@/lib/domain/merchants/registrations/find-differences";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { requestPlanSigning } from "@/lib/domain/subscriptions/hosted-page/request-plan-signing";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import { visitor } from "@/testing/hosted-pages";
import { probe } from "@/testing/probed";
import type { TestMerchant } from "@/testing/register-merchant";
import { signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { planRebuild } from "./plan-rebuild";
import { applyRebuild } from "./rebuild-chain";
import { scanChain } from "./scan-chain";

const first: Address = `0x${"a1".repeat(20)}`;
const second: Address = `0x${"a2".repeat(20)}`;

let world: World;

beforeAll(async () => {
  world = await createWorld();
  await world.chain.mine(3);
  await scan();
});
afterAll(() => world?.stop());

async function scan() {
  const [chain] = world.chains.all;
  if (!chain) throw new Error("the world has a chain");
  return scanChain(world.systemContext(), chain, new Date(Date.now() + 20_000));
}

type Call = Parameters<typeof encodeFunctionData<typeof merchantRegistryAbi>>[0];

/** A call of the registry of test mode, as the merchant's owner or as the operator, in a block of its own. */
async function call(merchant: TestMerchant | null, request: Omit<Call, "abi">) {
  const { chain } = world;
  const from = merchant?.owner ?? chain.operator;
  await chain.request("anvil_setBalance", [from.address, "0xde0b6b3a7640000"]);
  const data = encodeFunctionData({ abi: merchantRegistryAbi, ...request } as Call);
  return world.send(from, { to: addressOf(world.deployment(), "registry"), data });
}

const setPayout = (merchant: TestMerchant, payout: Address) =>
  call(merchant, { functionName: "setPayout", args: [merchant.chainMerchantId.test, payout] });

async function row(merchant: TestMerchant, mode = "test") {
  const [found] = await world.db`
    select owner, payout, fee_bps, status, settle_until from merchant_registrations
    where merchant_id = ${merchant.id} and mode = ${mode}`;
  return found;
}

test("a payout address that is changed in the registry changes the row once it is final, in its mode alone", async () => {
  const { merchant } = world;
  await setPayout(merchant, first);
  await scan();
  expect(await row(merchant)).toMatchObject({ payout: merchant.payout });
  await world.chain.mine(2);
  await scan();
  expect(await row(merchant)).toMatchObject({ payout: first, owner: merchant.owner.address });
  expect(await row(merchant, "live")).toMatchObject({ payout: merchant.payout });
});

test("a merchant that the operator registers is written down when that is final, and nobody else is", async () => {
  const id = newId("merchant");
  await world.db`insert into merchants ${world.db({ id, businessName: "Late Bakery" })}`;
  const hashes = [keccak256(toHex(id)), keccak256(toHex("mer_nobody"))];
  for (const hash of hashes) {
    await call(null, { functionName: "register", args: [hash, first, second, 70, hash] });
  }
  await scan();
  const rows = () => world.db`
    select merchant_id, mode, owner, payout, fee_bps, status from merchant_registrations
    where owner = ${first}`;
  expect(await rows()).toEqual([]);
  await world.chain.mine(2);
  await scan();
  expect(await rows()).toEqual([
    { merchantId: id, mode: "test", owner: first, payout: second, feeBps: 70, status: "active" },
  ]);
  const ctx = world.merchantContext({ merchantId: id });
  expect(await createSession(ctx, { amount: 1n, currency: "USDC" })).toMatchObject({
    status: "pending",
    merchantId: id,
  });
});

test("what is in a block that is replaced before it is final changes nothing", async () => {
  const merchant = await world.addMerchant();
  await setPayout(merchant, first);
  await scan();
  await world.chain.reorg(1);
  await world.chain.mine(4);
  await scan();
  expect(await row(merchant)).toMatchObject({ payout: merchant.payout });
  expect(
    await world.db`select from registry_changes where payout = ${first}
    and chain_merchant_id = ${merchant.chainMerchantId.test}`,
  ).toHaveLength(0);
});

test("fee, suspension, reactivation, a new owner and closing follow, the last word of each counting", async () => {
  const merchant = await world.addMerchant();
  const id = merchant.chainMerchantId.test;
  const heir = await world.addMerchant();
  const settleUntil = Math.floor(Date.now() / 1000) + 86_400;
  await call(null, { functionName: "setFee", args: [id, 50] });
  await setPayout(merchant, first);
  await call(null, { functionName: "suspend", args: [id, settleUntil] });
  await call(merchant, { functionName: "transferOwnership", args: [id, heir.owner.address] });
  await call(heir, { functionName: "acceptOwnership", args: [id] });
  await setPayout({ ...merchant, owner: heir.owner }, second);
  await setPayout({ ...merchant, owner: heir.owner }, first);
  await world.chain.mine(2);
  await scan();
  expect(await row(merchant)).toEqual({
    owner: heir.owner.address,
    payout: first,
    feeBps: 50,
    status: "suspended",
    settleUntil: new Date(settleUntil * 1000),
  });
  await call(null, { functionName: "reactivate", args: [id] });
  await world.chain.mine(2);
  await scan();
  expect(await row(merchant)).toMatchObject({ status: "active", settleUntil: null });
  await call(null, { functionName: "close", args: [id] });
  await world.chain.mine(2);
  await scan();
  expect(await row(merchant)).toMatchObject({ status: "closed", payout: first });
});

test("a lost part of the chain takes its changes with it, a registration too, and they come back", async () => {
  await world.chain.mine(2);
  await scan();
  const { merchant } = world;
  await world.db`update merchants set email = 'ada@x.example' where id = ${merchant.id}`;
  const mails = () => world.db`select from mails where kind = 'payout_changed'`;
  const before = await row(merchant);
  const raws: string[] = [];
  const remember = async (hash: string) =>
    raws.push(await world.chain.request<string>("debug_getRawTransaction", [hash]));
  const height = Number(await world.chain.request<string>("eth_blockNumber", []));
  await remember(await setPayout(merchant, second));
  const late = await world.addMerchant();
  await world.chain.mine(3);
  await scan();
  expect(await row(merchant)).toMatchObject({ payout: second });
  expect(await row(late)).toMatchObject({ status: "active" });
  expect(await mails()).toHaveLength(1);

  const head = Number(await world.chain.request<string>("eth_blockNumber", []));
  await world.chain.reorg(head - height);
  const ctx = { ...world.systemContext(), actor: { kind: "system" } } as const;
  await applyRebuild(ctx, await planRebuild(ctx, { chainId: world.chain.chainId }));
  expect(await row(merchant)).toEqual(before);
  expect(await row(late)).toMatchObject({ status: "none" });
  const opening = createSession(world.merchantContext({ merchantId: late.id }), {
    amount: 1n,
    currency: "USDC",
  });
  await expect(opening).rejects.toMatchObject({
    code: "permission_denied",
    info: { details: { reason: "merchant_not_registered" } },
  });
  // Its number is given to the next one that is registered.
  await world.db`delete from merchant_registrations where merchant_id = ${late.id}`;
  for (const raw of raws) await world.chain.request("eth_sendRawTransaction", [raw]);
  await world.chain.mine(4);
  await scan();
  expect(await row(merchant)).toMatchObject({ payout: second });
  expect(await mails()).toHaveLength(1);
});

test("a registry that was never read is read from its start, and corrects the rows as it joins", async () => {
  const merchant = await world.addMerchant();
  await world.chain.mine(3);
  await scan();
  const { db } = world;
  await db`delete from chain_events where kind = 'registry'`;
  await db`
    update deployment_contracts set joined_at = null, backfilled_number = null, backfilled_hash = null
    where kind = 'registry'`;
  await db`
    update merchant_registrations set payout = ${second}, fee_bps = 1
    where merchant_id = ${merchant.id} and mode = 'test'`;
  const payer = await fundPayer(world);
  await payDirectly(world, payer, { amount: 5n });
  await world.chain.mine(3);
  expect(await scan()).toEqual({ kind: "current" });
  expect(await row(merchant)).toMatchObject({ payout: merchant.payout, feeBps: 100 });
  expect(
    await db`select from deployment_contracts where kind = 'registry' and joined_at is null`,
  ).toHaveLength(0);
});

test("a row that is not what the registry says is named in the probe", async () => {
  const { db } = world;
  await world.chain.mine(3);
  await scan();
  const merchant = await world.addMerchant();
  const stranger = await world.addMerchant();
  await world.chain.passTime(60);
  await world.chain.mine(3);
  await scan();
  const ids = [merchant.id, stranger.id];
  const named = async () =>
    (await findDifferences(db)).filter(({ merchantId }) => ids.includes(merchantId));
  expect(await named()).toEqual([]);
  await db`
    update merchant_registrations set payout = ${second}
    where merchant_id = ${merchant.id} and mode = 'live'`;
  await db`
    update merchant_registrations set chain_merchant_id = 999999
    where merchant_id = ${stranger.id} and mode = 'test'`;
  expect(await named()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ merchantId: merchant.id, mode: "live", differs: ["payout"] }),
      expect.objectContaining({ merchantId: stranger.id, mode: "test", differs: ["missing"] }),
    ]),
  );
  const probed = probe(world);
  try {
    const { checks } = await probed.look();
    expect(checks.registrations).toMatchObject({ status: "warn" });
    expect(checks.registrations?.detail).toContain(`${merchant.id} in live mode`);
    expect(checks.registrations?.detail).toContain("differs from the registry: payout");
  } finally {
    await probed.end();
  }
});

test("a merchant whom the registry alone has suspended or closed opens nothing there, and what is open is relayed", async () => {
  const merchant = await world.addMerchant();
  const id = merchant.chainMerchantId.test;
  await world.chain.mine(2);
  await scan();
  const ctx = world.merchantContext({ merchantId: merchant.id });
  const payer = await fundPayer(world);
  const terms = { amount: 5_000_000n, currency: "USDC" } as const;
  const open = () => createSession(ctx, terms);
  const plan = () => createPlan(ctx, { ...terms, name: "Club", interval: "monthly" });
  const bare = async () => submit(ctx, await signRequest(world, payer, null, { merchantId: id }));
  const refusalOf = (opening: Promise<unknown>) =>
    opening.then(
      () => null,
      ({ code, message, info: { details } }) => [
        code,
        details.reason,
        details.registryStatus,
        message,
      ],
    );
  const lineItems = [{ description: "Coffee", quantity: 1, unitAmount: 5_000_000n }];
  const ada = { customerName: "Ada Lovelace", customerEmail: "ada@x.example" };
  const draft = () => createInvoice(ctx, { lineItems, currency: "USDC", ...ada });
  const invoices = [await draft(), await draft(), await draft()];
  const send = async () => sendInvoice(ctx, invoices.pop() ?? (await draft()));
  const planId = (await plan()).id;
  const subscribe = () => requestPlanSigning(visitor(world), { id: planId, payer: payer.address });
  const refusals = async () => [
    await refusalOf(open()),
    await refusalOf(plan()),
    await refusalOf(bare()),
    await refusalOf(send()),
    await refusalOf(subscribe()),
  ];
  const session = await open();
  const settleUntil = Math.floor(Date.now() / 1000) + 7 * 86_400;
  await call(null, { functionName: "suspend", args: [id, settleUntil] });
  await world.chain.mine(2);
  await scan();
  const saysOf = (status: string) => [
    ...["permission_denied", `merchant_${status}`, status],
    `The merchant's account is active, but the registry on the chain has it ${status}.`,
  ];
  const suspended = saysOf("suspended");
  expect(await refusals()).toEqual(Array(5).fill(suspended));
  const input = await signRequest(world, payer, session, { merchantId: id });
  expect(await submit(ctx, input)).toMatchObject({ status: "queued" });

  // Seen, and not final yet.
  await call(null, { functionName: "reactivate", args: [id] });
  await scan();
  expect(await row(merchant)).toMatchObject({ status: "suspended" });
  expect(await refusals()).toEqual(Array(5).fill(null));

  await call(null, { functionName: "close", args: [id] });
  await world.chain.mine(2);
  await scan();
  const closed = saysOf("closed");
  expect(await refusals()).toEqual(Array(5).fill(closed));
});

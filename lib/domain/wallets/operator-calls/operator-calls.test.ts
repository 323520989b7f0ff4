import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorCallData } from "@/lib/adapters/chain/calls/registry-calls";
import { contractOf } from "@/lib/adapters/chain/chains";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import { newId } from "@/lib/core/ids";
import { planRetirement, retireWallet } from "@/lib/domain/wallets/nonces/retire-wallet";
import {
  addMerchantApart,
  callRow,
  eventsOf,
  finishCalls,
  hurryCalls,
  operatorContext,
  operatorNonce,
  recordOf,
  want,
} from "@/testing/operator-calls";
import type { TestMerchant } from "@/testing/register-merchant";
import { drain, index, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";
import { listOperatorCalls } from "./list-operator-calls";
import { planOperatorCall } from "./plan-operator-call";
import type { OperatorCallRow } from "./wanted-call";
import { withdrawOperatorCall } from "./withdraw-operator-call";

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
}, 120_000);
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await addMerchantApart(world);
});

const system = () => world.systemContext();
const finish = () => finishCalls(world, system());
const ofMerchant = () => ({ deployment: world.deployment(), merchantId: merchant.id });
const record = () => recordOf(world.deployment(), merchant);
const standing = async () =>
  (
    await world.db`
      select fee_bps, status, settle_until from merchant_registrations
      where merchant_id = ${merchant.id} and mode = 'test'`
  )[0];

async function newMerchant(): Promise<string> {
  const id = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
  return id;
}

const registration = (merchantId: string) =>
  ({
    kind: "register",
    deployment: world.deployment(),
    merchantId,
    owner: merchant.owner.address,
    payout: merchant.payout,
    feeBps: 70,
  }) as const;

const feeOf = (merchantId: string) =>
  ({ kind: "set_fee", deployment: world.deployment(), merchantId, feeBps: 30 }) as const;

describe("a merchant", () => {
  test("is registered once, and its row comes from the registry's event at finality", async () => {
    const id = await newMerchant();
    const before = await eventsOf(world, "register");
    const call = await want(world, registration(id));
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({ state: "signed" });
    const rows = () => world.db`select * from merchant_registrations where merchant_id = ${id}`;
    expect(await rows()).toEqual([]);
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done", failure: null, rounds: 0 });
    expect(await eventsOf(world, "register")).toBe(before + 1);
    expect(await rows()).toMatchObject([
      { mode: "test", feeBps: 70, owner: merchant.owner.address, payout: merchant.payout },
    ]);
  });

  test("is not registered again when it is registered, or asked for twice", async () => {
    const id = await newMerchant();
    const before = await eventsOf(world, "register");
    const calls = [await want(world, registration(id)), await want(world, registration(id))];
    await finish();
    const again = await want(world, registration(id));
    await finish();
    for (const call of [...calls, again]) {
      expect(await callRow(world, call)).toMatchObject({ state: "done" });
    }
    expect(await eventsOf(world, "register")).toBe(before + 1);
    expect(await callRow(world, again)).toMatchObject({ batchId: null, txHash: null });
  });

  test("is not registered before every registration that the chain has is read", async () => {
    const id = await newMerchant();
    await world.addMerchant();
    const before = await operatorNonce(world);
    const call = await want(world, registration(id));
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({
      state: "queued",
      failure: "registry_not_read",
    });
    expect(await operatorNonce(world)).toBe(before);
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
  });

  test("is found by its registration however many others there are", async () => {
    const id = await newMerchant();
    await world.db`
      insert into merchants (id, business_name, created_at)
      select 'mer_younger' || n, 'Younger', now() + interval '1 hour' from generate_series(1, 1000) n`;
    const call = await want(world, registration(id));
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
    const rows = await world.db`select from merchant_registrations where merchant_id = ${id}`;
    await world.db`delete from merchants where id like 'mer_younger%'`;
    expect(rows).toHaveLength(1);
  });

  test("that somebody else registers in the meantime is not registered again", async () => {
    const id = await newMerchant();
    const wanted = registration(id);
    const registry = contractOf(wanted.deployment, "registry");
    const data = operatorCallData.register({ ...wanted, id });
    await world.send(world.chain.operator, { to: registry.address, data });
    await index(world);
    const before = await eventsOf(world, "register");
    const call = await want(world, wanted);
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({
      state: "queued",
      failure: "awaiting_finality",
    });
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done", batchId: null });
    expect(await eventsOf(world, "register")).toBe(before);
  });

  test("that is being registered waits for its fee until it is", async () => {
    const id = await newMerchant();
    const call = await want(world, registration(id));
    const fee = await want(world, feeOf(id));
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({ state: "signed" });
    const waiting = await callRow(world, fee);
    expect(waiting).toMatchObject({ state: "queued", failure: "not_registered" });
    expect(waiting.nextCheckAt?.getTime()).toBeGreaterThan(waiting.updatedAt.getTime());
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
    expect(await callRow(world, fee)).toMatchObject({ state: "done" });
    // The block in which it was registered is lost.
    await world.db`
      update merchant_registrations set status = 'none' where merchant_id = ${id}`;
    expect(await planOperatorCall(system(), { ...feeOf(id), feeBps: 40 })).toMatchObject({
      verdict: "wait",
      failure: "awaiting_finality",
    });
  });

  test("whose registration is done waits for its fee until that is read", async () => {
    const id = await newMerchant();
    const call = await want(world, registration(id));
    await world.db`
      update operator_calls set state = 'done', closed_at = now() where id = ${call.id}`;
    expect(await planOperatorCall(system(), feeOf(id))).toMatchObject({
      verdict: "wait",
      failure: "not_registered",
    });
  });

  test("whose registration has failed has its fee call ended with it, and is registered anew", async () => {
    const id = await newMerchant();
    const failing = await want(world, { ...registration(id), feeBps: 301 });
    const fee = await want(world, feeOf(id));
    await drain(system());
    expect(await callRow(world, failing)).toMatchObject({ failure: "fee_too_high" });
    await finish();
    expect(await callRow(world, fee)).toMatchObject({
      state: "refused",
      failure: "not_registered",
      batchId: null,
    });
    const again = await want(world, registration(id));
    const next = await want(world, feeOf(id));
    await finish();
    expect(await callRow(world, again)).toMatchObject({ state: "done" });
    expect(await callRow(world, next)).toMatchObject({ state: "done" });
  });

  test("that somebody else registers keeps its fee call until that is read and final", async () => {
    const id = await newMerchant();
    const wanted = registration(id);
    const registry = contractOf(wanted.deployment, "registry");
    const data = operatorCallData.register({ ...wanted, id });
    await world.send(world.chain.operator, { to: registry.address, data });
    const fee = await want(world, feeOf(id));
    await drain(system());
    expect(await callRow(world, fee)).toMatchObject({
      state: "queued",
      failure: "registry_not_read",
    });
    await index(world);
    await hurryCalls(world);
    await drain(system());
    expect(await callRow(world, fee)).toMatchObject({
      state: "queued",
      failure: "awaiting_finality",
    });
    await finish();
    expect(await callRow(world, fee)).toMatchObject({ state: "done" });
  });
});

describe("a fee", () => {
  test("that is there already costs no transaction", async () => {
    const before = await operatorNonce(world);
    const call = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 100 });
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({ state: "done", batchId: null });
    expect(await operatorNonce(world)).toBe(before);
  });

  test("that is there and not final yet waits, and costs no transaction", async () => {
    const call = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 50 });
    await drain(system());
    await world.chain.mine();
    await world.db`
      update operator_calls set state = 'queued', batch_id = null where id = ${call.id}`;
    const before = await operatorNonce(world);
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({
      state: "queued",
      failure: "awaiting_finality",
    });
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done", batchId: null });
    expect(await operatorNonce(world)).toBe(before);
  });

  test("is set in the order of the calls, one after the other", async () => {
    const calls: OperatorCallRow[] = [];
    for (const feeBps of [200, 100, 300]) {
      calls.push(await want(world, { kind: "set_fee", ...ofMerchant(), feeBps }));
    }
    const before = await eventsOf(world, "set_fee");
    await drain(system(), 3);
    const states = async () =>
      Promise.all(calls.map(async (call) => (await callRow(world, call)).state));
    expect(await states()).toEqual(["signed", "queued", "queued"]);
    await finish();
    expect(await states()).toEqual(["done", "done", "done"]);
    expect(await eventsOf(world, "set_fee")).toBe(before + 3);
    expect(await record()).toMatchObject({ feeBps: 100, nextFee: { feeBps: 300 } });
    expect(await standing()).toMatchObject({ feeBps: 100 });
  });

  test("above the contract's cap is refused before anything is signed", async () => {
    const before = await operatorNonce(world);
    const call = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 301 });
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({ state: "refused", failure: "fee_too_high" });
    expect(await operatorNonce(world)).toBe(before);
    // One of which something was signed before has failed.
    const later = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 302 });
    await world.db`update operator_calls set rounds = 1 where id = ${later.id}`;
    await drain(system());
    expect(await callRow(world, later)).toMatchObject({ state: "failed", failure: "fee_too_high" });
  });
});

describe("a status", () => {
  test.each(["suspend", "reactivate", "close"] as const)(
    "%s ends with a registration that has failed, and a later one is not changed by it",
    async (kind) => {
      const id = await newMerchant();
      const failing = await want(world, { ...registration(id), feeBps: 301 });
      const place = { deployment: world.deployment(), merchantId: id };
      const call = await want(
        world,
        kind === "suspend" ? { kind, ...place, settleUntil: null } : { kind, ...place },
      );
      await finish();
      expect(await callRow(world, failing)).toMatchObject({ failure: "fee_too_high" });
      expect(await callRow(world, call)).toMatchObject({
        state: "refused",
        failure: "not_registered",
        batchId: null,
      });
      await want(world, registration(id));
      await finish();
      expect(
        await world.db`select status from merchant_registrations where merchant_id = ${id}`,
      ).toEqual([{ status: "active" }]);
    },
  );

  test("waits for a registration that is on its way", async () => {
    const id = await newMerchant();
    await want(world, registration(id));
    const place = { deployment: world.deployment(), merchantId: id };
    const call = await want(world, { kind: "suspend", ...place, settleUntil: null });
    await drain(system());
    expect(await callRow(world, call)).toMatchObject({
      state: "queued",
      failure: "not_registered",
    });
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
    expect(
      await world.db`select status from merchant_registrations where merchant_id = ${id}`,
    ).toEqual([{ status: "suspended" }]);
  });

  test("follows suspend, reactivate and close, through the registry's events", async () => {
    const settleUntil = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const suspended = await want(world, { kind: "suspend", ...ofMerchant(), settleUntil });
    await finish();
    expect(await callRow(world, suspended)).toMatchObject({ state: "done" });
    expect(await standing()).toMatchObject({ status: "suspended", settleUntil });
    await want(world, { kind: "reactivate", ...ofMerchant() });
    await finish();
    expect(await standing()).toMatchObject({ status: "active" });
    await want(world, { kind: "close", ...ofMerchant() });
    await finish();
    expect(await standing()).toMatchObject({ status: "closed" });
    const late = await want(world, { kind: "reactivate", ...ofMerchant() });
    await finish();
    expect(await callRow(world, late)).toMatchObject({
      state: "refused",
      failure: "merchant_closed",
    });
    const fee = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 1 });
    await finish();
    expect(await callRow(world, fee)).toMatchObject({ failure: "merchant_closed" });
  });

  test("a suspension that stands until another time is refused: the registry keeps the first", async () => {
    await want(world, { kind: "suspend", ...ofMerchant(), settleUntil: null });
    await finish();
    const settleUntil = new Date(Date.now() + 3_600_000);
    const again = await want(world, { kind: "suspend", ...ofMerchant(), settleUntil });
    const same = await want(world, { kind: "suspend", ...ofMerchant(), settleUntil: null });
    await finish();
    expect(await callRow(world, again)).toMatchObject({
      state: "refused",
      failure: "suspended_until_otherwise",
    });
    expect(await callRow(world, same)).toMatchObject({ state: "done", batchId: null });
  });

  test("closing waits for the merchant's payments that are on their way", async () => {
    const payer = await newPayer(world);
    const ctx = world.merchantContext();
    await submit(ctx, await signRequest(world, payer, await openSession(world)));
    const payee = { deployment: world.deployment(), merchantId: world.merchant.id };
    const other = await want(world, { kind: "close", ...ofMerchant() });
    const call = await want(world, { kind: "close", ...payee });
    await drain(system());
    expect(await callRow(world, other)).toMatchObject({ state: "signed" });
    expect(await callRow(world, call)).toMatchObject({
      state: "queued",
      failure: "submissions_in_flight",
    });
    await withdrawOperatorCall(operatorContext(world), call.id);
    expect(await callRow(world, call)).toMatchObject({ state: "refused", failure: "withdrawn" });
    await world.chain.mine();
    await finish();
  });
});

describe("money", () => {
  test("a retired wallet signs the transfer of its own coins, and nothing else", async () => {
    const { chain } = world.deployment();
    await drain(system());
    const wallet = world.chain.relayers[2]?.address.toLowerCase() as `0x${string}`;
    const recipient = `0x${"5a".repeat(20)}` as const;
    const early = await want(world, { kind: "sweep_wallet", chain, wallet, recipient });
    await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 41 });
    await drain(system());
    expect(await callRow(world, early)).toMatchObject({ state: "queued", failure: null });
    await withdrawOperatorCall(operatorContext(world), early.id);
    await retireWallet(operatorContext(world), { chainId: chain.id, wallet });
    const held = await gasBalance(chain.rpc, wallet);
    const call = await want(world, { kind: "sweep_wallet", chain, wallet, recipient });
    const fee = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 42 });
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done", wallet });
    expect(await callRow(world, fee)).toMatchObject({ state: "done" });
    const got = await gasBalance(chain.rpc, recipient);
    expect(got).toBeGreaterThan((held * 99n) / 100n);
    expect(await gasBalance(chain.rpc, wallet)).toBeLessThan(held - got);
    const slots = await slotsOf(world);
    expect(
      slots.filter((slot) => slot.wallet === wallet && slot.kind === "operator_call"),
    ).toHaveLength(1);
    expect((await callRow(world, fee)).wallet).not.toBe(wallet);
  });
});

test("a retired wallet is swept once none of its nonces is open", async () => {
  const ctx = world.merchantContext();
  await submit(ctx, await signRequest(world, await newPayer(world), await openSession(world)));
  await drain(system());
  const slot = (await slotsOf(world)).find(({ state }) => state === "in_flight");
  if (!slot) throw new Error("a payment is in flight");
  const { chain } = world.deployment();
  const { wallet } = slot;
  await retireWallet(operatorContext(world), { chainId: chain.id, wallet });
  const recipient = `0x${"6b".repeat(20)}` as const;
  const call = await want(world, { kind: "sweep_wallet", chain, wallet, recipient });
  await drain(system());
  expect(await callRow(world, call)).toMatchObject({ state: "queued", failure: "slots_open" });
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done" });
  const again = await want(world, { kind: "sweep_wallet", chain, wallet, recipient });
  await finish();
  expect(await callRow(world, again)).toMatchObject({ state: "done", batchId: null });
  const [row] =
    await world.db`select count(*)::int from relay_submissions where state <> 'confirmed'`;
  expect(row).toEqual({ count: 0 });
});

test("calls are listed, open ones or the newest of all", async () => {
  const call = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 100 });
  expect(await listOperatorCalls(world.db, { open: true })).toMatchObject([{ id: call.id }]);
  await finish();
  expect(await listOperatorCalls(world.db, { open: true })).toEqual([]);
  const all = await listOperatorCalls(world.db, { open: false, merchantId: merchant.id });
  expect(all).toMatchObject([{ id: call.id, state: "done", attempts: 0, reason: "a test" }]);
  const [entry] = await world.db`select * from audit_log where subject_id = ${call.id}`;
  expect(entry).toMatchObject({ action: "operator_call.set_fee", actorName: "tester" });
});

test("a call that is signed cannot be withdrawn, nor one of nobody", async () => {
  const call = await want(world, { kind: "set_fee", ...ofMerchant(), feeBps: 11 });
  await hurryCalls(world);
  await drain(system());
  const withdraw = (id: string) => withdrawOperatorCall(operatorContext(world), id);
  await expect(withdraw(call.id)).rejects.toMatchObject({
    info: { details: { reason: "slot_open" } },
  });
  const { wallet } = await callRow(world, call);
  const { chainId } = world.deployment();
  expect(
    await planRetirement(operatorContext(world), { chainId, wallet: wallet ?? "0x" }),
  ).toMatchObject({ queued: 0, signedPayments: 1 });
  await world.chain.mine();
  await index(world);
  await finish();
  await expect(withdraw(call.id)).rejects.toMatchObject({ info: { details: { reason: "final" } } });
  await expect(withdraw("opc_nobody")).rejects.toMatchObject({ code: "not_found" });
});

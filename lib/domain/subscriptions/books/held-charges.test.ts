import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { listComplianceLogs } from "@/lib/domain/compliance/list-compliance-logs";
import { decideHeldSettlement } from "@/lib/domain/operations/holds/decide-held-settlement";
import { listHeld } from "@/lib/domain/operations/holds/list-held";
import { refundHold } from "@/lib/domain/operations/holds/refund-hold";
import { releaseHeldSettlements } from "@/lib/domain/payments/settlements/release-held-settlements";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { moveCursorBack, planCursorMove } from "@/lib/indexer/move-cursor-back";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { releaseHeldCharges } from "./release-held-charges";
import { findFinalCharges } from "./screen-charges";
import { takeBackSubscriptions } from "./take-back-subscriptions";

const MONTH = 2_592_000;
const folder = mkdtempSync(join(tmpdir(), "stipend-held-charges-"));
const unusedWallet = `0x${"ad".repeat(20)}`;
let lists = 0;
let list = "";

let world: World;
let plan: PlanRow;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world?.stop();
});
beforeEach(async () => {
  plan = await insertPlan(world);
  payer = await fundPayer(world);
  await name(unusedWallet);
});

/** The lists are read again once a second: it waits until the new one counts. */
async function name(text: string | null): Promise<void> {
  lists += 1;
  list = join(folder, `${lists}.txt`);
  if (text !== null) writeFileSync(list, text);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

function ctx(): Context<SystemActor> {
  const system = world.systemContext();
  return { ...system, config: { ...system.config, SCREENING_LIST: list } };
}

async function finish(): Promise<void> {
  await world.chain.mine(4);
  const { chain } = world.deployment();
  expect(await scanChain(ctx(), chain, new Date(Date.now() + 20_000))).toEqual({ kind: "current" });
}

/** The merchant's own wallet charges a period. */
async function chargeByMerchant(onchainId: Bytes32, period: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "charge",
    args: [{ id: onchainId, period, number: 0n, amount: plan.amount }],
  });
  const to = addressOf(world.deployment(), "subscriptions");
  const { owner } = world.merchant;
  await world.chain.request("anvil_setBalance", [owner.address, "0xde0b6b3a7640000"]);
  await world.send(owner, { to, data });
}

interface Charge {
  id: string;
  status: string;
  paymentException: string;
  subscriptionId: string;
}

async function chargesOf(onchainId: Bytes32): Promise<Charge[]> {
  return world.db<Charge[]>`
    select t.id, t.status, t.payment_exception, t.subscription_id from transactions t
    join subscriptions s on s.id = t.subscription_id
    where s.onchain_id = ${onchainId} order by t.block_number`;
}

const readBooks = async (onchainId: Bytes32) => {
  const [row] = await world.db`
    select status, charges_made, charged, paid_until from subscriptions
    where onchain_id = ${onchainId}`;
  const events = await world.db<{ type: string }[]>`
    select e.type from events e join subscriptions s on s.id = e.resource_id
    where s.onchain_id = ${onchainId} order by e.sequence`;
  return { ...row, events: events.map(({ type }) => type) };
};

const operator = () => ({
  ...ctx(),
  actor: {
    kind: "operator",
    name: "o@host",
    command: "screening",
    reason: "looked at",
  } as const,
});

/** The audit entry of the last refusal. */
async function findRefusal(): Promise<{ id: string }> {
  const [entry] = await world.db<{ id: string }[]>`
    select id from audit_log where action = 'screening.refused' limit 1`;
  if (!entry) throw new Error("something was refused");
  return entry;
}

const booked = { chargesMade: 1, events: ["subscription.created", "subscription.charged"] };

test("the first charge of a listed payer who enrols without the relay is held up, until a person releases it", async () => {
  await name(payer.address);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [held] = await chargesOf(onchainId);
  expect(held).toMatchObject({ status: "pending", paymentException: "screening" });
  expect(await readBooks(onchainId)).toMatchObject({
    chargesMade: 0,
    charged: 0n,
    paidUntil: null,
    events: ["subscription.created"],
  });
  const [told] = await world.db`
    select count(*)::int as mails from mails where facts ->> 'subscriptionId' = ${held?.subscriptionId ?? ""}
      and kind in ('subscription_receipt', 'subscription_charged')`;
  expect(told).toEqual({ mails: 0 });
  expect(await listHeld(world.db, held?.id)).toMatchObject([
    { id: held?.id, payer: payer.address.toLowerCase(), result: "blocked" },
  ]);
  // A list's word is final for everybody but a person.
  await name(unusedWallet);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
  expect(
    await decideHeldSettlement(operator(), { id: held?.id ?? "", decision: "released" }),
  ).toEqual({ status: "confirmed", paymentException: "none" });
  expect(await readBooks(onchainId)).toMatchObject({ ...booked, charged: plan.amount });
});

test("one whose payer is named after a clear answer stays held, and the log and one event tell of it", async () => {
  await name(payer.address);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [held] = await chargesOf(onchainId);
  const id = held?.id ?? "";
  const told = () => world.db`
    select from events where type = 'compliance.wallet_blocked' and object ->> 'resourceId' = ${id}`;
  const before = (await told()).length;
  // What the oracle says has no version: the list was the same when the wallet was clear.
  await world.db`
    update compliance_screenings set result = 'clear', action = 'allowed', matches = '[]',
      trigger = 'relay', created_at = created_at - interval '1 hour'
    where resource_id = ${id}`;
  await world.db`delete from wallet_matches where subject = ${payer.address}`;
  for (const _ of Array(2).keys()) {
    expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
    expect(await told()).toHaveLength(before + 1);
  }
  const { data } = await listComplianceLogs(world.merchantContext(), { resourceId: id });
  expect(data).toMatchObject([{ result: "blocked", action: "held", trigger: "settlement" }]);
  expect(data[0]?.createdAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
  await name(unusedWallet);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
  expect(await chargesOf(onchainId)).toMatchObject([
    { status: "pending", paymentException: "screening" },
  ]);
});

test("while no list can be read it waits, and is booked once one can", async () => {
  await name(null);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  expect(await chargesOf(onchainId)).toMatchObject([{ paymentException: "screening" }]);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
  await name(unusedWallet);
  // It is no settlement of a session.
  expect(await releaseHeldSettlements(ctx(), { chainId: 31337 })).toBe(0);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(1);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
  expect(await chargesOf(onchainId)).toMatchObject([
    { status: "confirmed", paymentException: "none" },
  ]);
  expect(await readBooks(onchainId)).toMatchObject(booked);
});

test("a charge that the merchant's own wallet makes is screened as well", async () => {
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  await world.chain.request("evm_increaseTime", [MONTH]);
  await world.chain.mine();
  await name(payer.address);
  await chargeByMerchant(onchainId, 1n);
  await finish();
  const [, second] = await chargesOf(onchainId);
  expect(second).toMatchObject({ status: "pending", paymentException: "screening" });
  expect(await readBooks(onchainId)).toMatchObject(booked);
  expect(
    await decideHeldSettlement(operator(), { id: second?.id ?? "", decision: "refused" }),
  ).toEqual({ status: "pending", paymentException: "screening" });
  await name(unusedWallet);
  await world.db`delete from compliance_screenings where resource_id = ${second?.id ?? ""}`;
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
});

test("a charge that is released after a later one was booked is told of as itself", async () => {
  await world.db`
    update merchants set email = 'owner@x.example' where id = ${world.merchant.id}`;
  await name(null);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  await name(unusedWallet);
  await world.chain.request("evm_increaseTime", [MONTH]);
  await world.chain.mine();
  await chargeByMerchant(onchainId, 1n);
  await finish();
  const [first, second] = await chargesOf(onchainId);
  expect([first?.paymentException, second?.paymentException]).toEqual(["screening", "none"]);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(1);
  const id = second?.subscriptionId ?? "";
  const events = await world.db<{ charge: object }[]>`
    select object -> 'latestCharge' as charge from events
    where resource_id = ${id} and type = 'subscription.charged' order by sequence`;
  expect(events.map(({ charge }) => charge)).toMatchObject([
    { transactionId: second?.id, period: 1, number: 0 },
    { transactionId: first?.id, period: 0, number: 0 },
  ]);
  const mails = await world.db<{ transactionId: string }[]>`
    select facts ->> 'transactionId' as transaction_id from mails
    where kind = 'subscription_charged' and facts ->> 'subscriptionId' = ${id}`;
  expect(mails.map(({ transactionId }) => transactionId).sort()).toEqual(
    [first?.id, second?.id].sort(),
  );
});

test("any number of refused charges keeps none that waits for a list from being asked about", async () => {
  await name(null);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [held] = await chargesOf(onchainId);
  await world.db`
    insert into transactions
    select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_refused' || n,
      'settlement_key', '\\x' || lpad(to_hex(n), 64, '0'), 'block_number', 1))).*
    from transactions t, generate_series(1, 120) n where t.id = ${held?.id ?? ""}`;
  const { id: auditId } = await findRefusal();
  await world.db`
    insert into screening_decisions (resource_id, decision, audit_id)
    select 'txn_refused' || n, 'refused', ${auditId} from generate_series(1, 120) n`;
  await name(unusedWallet);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(1);
  expect(await readBooks(onchainId)).toMatchObject(booked);
});

test("a charge that nobody has asked about is held up, and one that was confirmed before is not", async () => {
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [row] = await world.db<{ id: string; block: bigint }[]>`
    select id, block_number as block from transactions
    where subscription_id in (select id from subscriptions where onchain_id = ${onchainId})`;
  const above = (row?.block ?? 0n) - 1n;
  const range = { chainId: 31337, above };
  const again = () =>
    transaction(world.db, async (tx) => {
      await takeBackSubscriptions(ctx(), tx, range);
      await takeBackSettlements(tx, range);
      await applySubscriptionEvents(ctx(), tx, { ...range, through: above + 1n });
    });
  await again();
  expect(await chargesOf(onchainId)).toMatchObject([
    { id: row?.id, status: "confirmed", paymentException: "none" },
  ]);
  // It is screened under the id that it has, by which a person's decision is found.
  const through = above + 1n;
  expect(await findFinalCharges(world.db, { chainId: 31337, above, through })).toMatchObject([
    { id: row?.id, merchantId: world.merchant.id, mode: "test" },
  ]);
  await world.db`update transactions set confirmed_at = null where id = ${row?.id ?? ""}`;
  await again();
  expect(await chargesOf(onchainId)).toMatchObject([
    { id: row?.id, status: "pending", paymentException: "screening" },
  ]);
});

test("a held charge that its merchant returns pays for no period, also when the chain is read again", async () => {
  await name(payer.address);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [held] = await chargesOf(onchainId);
  const id = held?.id ?? "";
  const { id: merchantId } = world.merchant;
  const who = { merchantId, userId: "usr_1", sessionId: "ses_1" };
  const person = { ...ctx(), actor: { kind: "session", mode: "test", ...who } as const };
  const input = { transactionId: id, reason: "Not served" };
  const hold = await refundHold.run(person, input, await refundHold.prepare(person, input));
  expect(hold).toMatchObject({ status: "refunded", type: "subscription_charge" });
  const returned = [{ id, status: "confirmed", paymentException: "screening" }];
  const unpaid = { chargesMade: 0, paidUntil: null, events: ["subscription.created"] };
  expect(await chargesOf(onchainId)).toMatchObject(returned);
  expect(await readBooks(onchainId)).toMatchObject(unpaid);
  await name(unusedWallet);
  await releaseHeldCharges(ctx(), { chainId: 31337 });
  const [row] = await world.db<{ block: bigint }[]>`
    select block_number as block from transactions where id = ${id}`;
  const range = { chainId: 31337, above: (row?.block ?? 0n) - 1n };
  await transaction(world.db, async (tx) => {
    await takeBackSubscriptions(ctx(), tx, range);
    await takeBackSettlements(tx, range);
    await applySubscriptionEvents(ctx(), tx, { ...range, through: range.above + 1n });
  });
  expect(await chargesOf(onchainId)).toMatchObject(returned);
  expect(await readBooks(onchainId)).toMatchObject(unpaid);
  // The block is seen once more, and not only booked.
  const move = await planCursorMove(operator(), { chainId: 31337, to: range.above });
  await moveCursorBack(operator(), move);
  await finish();
  expect(await chargesOf(onchainId)).toMatchObject(returned);
  expect(await readBooks(onchainId)).toMatchObject(unpaid);
});

test("while its enrolment is not booked a charge stays held up and undecided, also when it is released, and is told once", async () => {
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [first] = await chargesOf(onchainId);
  const id = first?.id ?? "";
  const [row] = await world.db<{ block: bigint }[]>`
    select block_number as block from transactions where id = ${id}`;
  const range = { chainId: 31337, above: (row?.block ?? 0n) - 1n };
  const through = range.above + 1n;
  await world.db`create table hidden_enrolments (like chain_subscriptions)`;
  await world.db`
    with gone as (delete from chain_subscriptions where onchain_id = ${onchainId} returning *)
    insert into hidden_enrolments select * from gone`;
  await transaction(world.db, async (tx) => {
    await takeBackSubscriptions(ctx(), tx, range);
    await takeBackSettlements(tx, range);
    await tx`
      update subscriptions set status = 'pending', cap = null, enrolled_at = null,
        next_charge_at = null, attempt_at = null where onchain_id = ${onchainId}`;
    await applySubscriptionEvents(ctx(), tx, { ...range, through });
  });
  const held = [{ id, status: "pending", paymentException: "screening" }];
  expect(await chargesOf(onchainId)).toMatchObject(held);
  expect(await releaseHeldCharges(ctx(), { chainId: 31337 })).toBe(0);
  await expect(
    decideHeldSettlement(operator(), { id, decision: "released" }),
  ).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "not_enrolled" } },
  });
  expect(await world.db`select from screening_decisions where resource_id = ${id}`).toEqual([]);
  expect(await chargesOf(onchainId)).toMatchObject(held);
  expect(await readBooks(onchainId)).toMatchObject({ status: "pending", chargesMade: 0 });
  await world.db`insert into chain_subscriptions select * from hidden_enrolments`;
  await transaction(world.db, (tx) => applySubscriptionEvents(ctx(), tx, { ...range, through }));
  expect(await chargesOf(onchainId)).toMatchObject([{ id, status: "confirmed" }]);
  expect(await readBooks(onchainId)).toMatchObject({ ...booked, status: "active" });
});

test("a halted chain books nothing, whoever asks", async () => {
  await name(payer.address);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const [held] = await chargesOf(onchainId);
  await world.db`update chain_cursors set halted_reason = 'lost'`;
  await expect(
    decideHeldSettlement(operator(), { id: held?.id ?? "", decision: "released" }),
  ).rejects.toMatchObject({ info: { details: { reason: "halted" } } });
  await name(unusedWallet);
  await world.db`delete from compliance_screenings where resource_id = ${held?.id ?? ""}`;
  await releaseHeldCharges(ctx(), { chainId: 31337 });
  await world.db`update chain_cursors set halted_reason = null`;
  expect(await chargesOf(onchainId)).toMatchObject([{ status: "pending" }]);
  await releaseHeldCharges(ctx(), { chainId: 31337 });
  expect(await chargesOf(onchainId)).toMatchObject([{ status: "confirmed" }]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type MandateRequest,
  relayMandateInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { lowerHex } from "@/lib/core/chain/hex";
import { cancelOwn } from "@/lib/domain/subscriptions/payer-home/own-subscription";
import type { ChainAccount } from "@/testing/chain";
import { platformOf, reasonOf, signMessage, visitor } from "@/testing/hosted-pages";
import { drain, makeFinal, newPayer } from "@/testing/relay";
import { insertPlan, insertSubscription, type PlanRow } from "@/testing/subscription-rows";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { buildMandate } from "./build-mandate";
import { checkSubscriber } from "./check-subscriber";
import { loadSubscribePage } from "./load-subscribe-page";
import { mintPlanTokens } from "./mint-plan-tokens";
import { planExists } from "./plan-exists";
import { readStanding } from "./read-standing";
import { relayMandate } from "./relay-mandate";

const DAY = 86_400_000;

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world?.stop());

const page = () => visitor(world);
const at = (plan: PlanRow, { address }: ChainAccount) => ({
  planId: plan.id,
  payer: lowerHex(address),
});

/** What the browser sends once both messages are signed. */
async function signed(payer: ChainAccount, plan: PlanRow, request: MandateRequest) {
  return relayMandateInput.parse({
    planId: plan.id,
    signed: request.signed,
    permitSignature: await signMessage(payer, request.permit),
    intentSignature: await signMessage(payer, request.intent),
    email: "",
    start: null,
  });
}

async function subscribe(payer: ChainAccount, plan: PlanRow) {
  const request = await buildMandate(page(), at(plan, payer));
  return relayMandate(page(), await signed(payer, plan, request), platformOf(world));
}

async function settle(): Promise<void> {
  await drain(world.systemContext());
  await makeFinal(world);
}

test("shows what is agreed to: a year of a plan without end, else as many charges as it has", async () => {
  const endless = await insertPlan(world);
  const short = await insertPlan(world, { maxCycles: 3, interval: "yearly" });
  const shown = await loadSubscribePage(page(), { planId: endless.id });
  expect(shown).toMatchObject({ cycles: 12, cap: "120000000", endsByItself: false, active: true });
  expect(await loadSubscribePage(page(), { planId: short.id })).toMatchObject({
    cycles: 3,
    cap: "30000000",
    endsByItself: true,
  });
  expect(await planExists(page(), { planId: endless.id })).toBe(true);
  expect(await planExists(page(), { planId: "plan_0" })).toBe(false);
});

test("a payer signs, is enrolled, and the next plan's permit holds both", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  const before = await checkSubscriber(page(), at(plan, payer));
  expect(before).toMatchObject({ dueNow: "10000000", committed: "0", blocked: false });
  expect(before.standing.name).toBe("none");
  expect((await subscribe(payer, plan)).name).toBe("creating");
  await settle();
  const standing = await readStanding(page(), at(plan, payer));
  expect(standing).toMatchObject({ name: "live", subscription: { status: "active" } });
  expect(standing.txHash).toMatch(/^0x/);

  const second = await insertPlan(world);
  const request = await buildMandate(page(), at(second, payer));
  expect(request).toMatchObject({
    committed: "110000000",
    signed: { permitValue: "230000000", permitNonce: "1" },
  });
});

test("the same signatures may come again, and are taken once", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  const input = await signed(payer, plan, await buildMandate(page(), at(plan, payer)));
  const first = await relayMandate(page(), input, platformOf(world));
  const again = await relayMandate(page(), input, platformOf(world));
  expect(again.subscription?.id).toBe(first.subscription?.id);
  const [{ count } = { count: 0 }] = await world.db<{ count: number }[]>`
    select count(*)::int as count from relay_submissions where subscription_id = ${first.subscription?.id ?? ""}`;
  expect(count).toBe(1);
});

test("a payer whose enrolment failed can sign again, also after its submission was removed", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  const { subscription } = await subscribe(payer, plan);
  const id = subscription?.id ?? "";
  await world.db`
    update relay_submissions set state = 'rejected', closed_at = now() where subscription_id = ${id}`;
  expect((await readStanding(page(), at(plan, payer))).name).toBe("failed");
  await world.db`delete from relay_submissions where subscription_id = ${id}`;
  expect(await readStanding(page(), at(plan, payer))).toMatchObject({
    name: "failed",
    submittedAt: null,
  });
  expect((await subscribe(payer, plan)).name).toBe("creating");
});

/** A payer in the first of two days of a plan. */
async function nearItsEnd() {
  const payer = await newPayer(world);
  const plan = await insertPlan(world, { interval: "daily", maxCycles: 2 });
  await subscribe(payer, plan);
  await settle();
  const { subscription: first } = await readStanding(page(), at(plan, payer));
  return { payer, plan, first };
}

test("a renewal that failed is told of where it was tried, and hides no subscription that runs", async () => {
  const { payer, plan, first } = await nearItsEnd();
  const { name, subscription: next } = await subscribe(payer, plan);
  expect(name).toBe("creating");
  await world.db`
    update relay_submissions set state = 'rejected', closed_at = now(), failure_code = 'expired'
    where subscription_id = ${next?.id ?? ""}`;
  const subscriptionId = next?.id;
  expect(await readStanding(page(), { ...at(plan, payer), subscriptionId })).toMatchObject({
    ...{ name: "failed", failureCode: "expired" },
    subscription: { id: subscriptionId },
  });
  const shown = { name: "live", subscription: { ...first, status: "active", follows: false } };
  expect(await readStanding(page(), at(plan, payer))).toMatchObject(shown);
  expect(await checkSubscriber(page(), at(plan, payer))).toMatchObject({ standing: shown });
  // By a block of the same second the payer would sign the same.
  const signBefore = async () => {
    await makeFinal(world);
    return (await buildMandate(page(), at(plan, payer))).signBefore;
  };
  const before = await signBefore();
  await expect.poll(signBefore, { timeout: 20_000 }).not.toBe(before);
  const { subscription: again } = await subscribe(payer, plan);
  const anew = { ...at(plan, payer), subscriptionId };
  expect(await readStanding(page(), anew)).toMatchObject({ name: "failed" });
  expect(await readStanding(page(), at(plan, payer))).toMatchObject({
    ...{ name: "creating", subscription: { id: again?.id } },
  });
});

test("signatures that come again are answered with what they began, also where another one is newer", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world, { interval: "daily", maxCycles: 2 });
  const input = await signed(payer, plan, await buildMandate(page(), at(plan, payer)));
  const { subscription } = await relayMandate(page(), input, platformOf(world));
  await settle();
  await subscribe(payer, plan);
  expect(await relayMandate(page(), input, platformOf(world))).toMatchObject({
    ...{ name: "live", subscription: { id: subscription?.id } },
  });
});

test("who cannot subscribe is told so before anything is signed", async () => {
  const { payer, plan, first } = await nearItsEnd();
  const own = { payer: lowerHex(payer.address), mode: "test" } as const;
  await cancelOwn(page(), own, { id: first?.id ?? "" });
  const ask = () => reasonOf(buildMandate(page(), at(plan, payer)));
  expect(await ask()).toBe("cancel_pending");
  await world.db`update subscriptions set onchain_cancel = 'confirmed' where id = ${first?.id ?? ""}`;
  expect(await buildMandate(page(), at(plan, payer))).toMatchObject({ signed: {} });
  await insertSubscription(world, { planId: plan.id, payer: own.payer });
  expect(await ask()).toBe("already_subscribed");
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  expect(await ask()).toBe("merchant_suspended");
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
  const registration = world.db`
    merchant_id = ${world.merchant.id} and deployment_id = ${world.deployment().id}`;
  await world.db`update merchant_registrations set status = 'closed' where ${registration}`;
  expect(await ask()).toBe("merchant_closed");
  expect(await loadSubscribePage(page(), { planId: plan.id })).toMatchObject({
    merchant: { open: false },
  });
  await world.db`update merchant_registrations set status = 'active' where ${registration}`;
});

test("a pause is told of, that of the one that is charged now", async () => {
  const { payer, plan, first } = await nearItsEnd();
  const paused = async () => (await readStanding(page(), at(plan, payer))).subscription?.paused;
  expect(await paused()).toBe(false);
  await world.db`update subscriptions set paused_at = now() where id = ${first?.id ?? ""}`;
  expect(await paused()).toBe(true);
  await subscribe(payer, plan);
  await settle();
  expect(await readStanding(page(), at(plan, payer))).toMatchObject({
    subscription: { follows: true, paused: true },
  });
});

test("an account whose code verifies no signature is told so, and not to sign again", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  await world.chain.request("anvil_setCode", [payer.address, "0x60006000fd"]);
  const input = await signed(payer, plan, await buildMandate(page(), at(plan, payer)));
  expect(await reasonOf(relayMandate(page(), input, platformOf(world)))).toBe("signature_invalid");
});

test("what is relayed is the plan's, whatever was signed", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  const input = await signed(payer, plan, await buildMandate(page(), at(plan, payer)));
  const refusals = [
    [{ amount: 1n }, "amount_mismatch"],
    [{ merchantId: 999n }, "merchant_mismatch"],
    [{ registry: lowerHex(payer.address) }, "merchant_mismatch"],
    [{ interval: 86_400n }, "interval_mismatch"],
    [{ endAt: input.signed.endAt + 1n }, "end_mismatch"],
    [{ token: lowerHex(payer.address) }, "token_unsupported"],
    [{ ref: `0x${"00".repeat(32)}` }, "ref_mismatch"],
  ] as const;
  for (const [change, reason] of refusals) {
    const changed = { ...input, signed: { ...input.signed, ...change } };
    expect(await reasonOf(relayMandate(page(), changed, platformOf(world)))).toBe(reason);
  }
});

test("a trial delays the first charge, and an archived plan words nothing", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world, { trialDays: 7 });
  const check = await checkSubscriber(page(), at(plan, payer));
  expect(check.dueNow).toBe("0");
  expect(Date.parse(check.startAt) - Date.now()).toBeGreaterThan(6 * DAY);
  const closed = await insertPlan(world, { active: false, archivedAt: new Date() });
  expect(await reasonOf(buildMandate(page(), at(closed, payer)))).toBe("plan_archived");
});

test("a wallet must hold the first charge of what begins within an hour, as the relay demands", async () => {
  const plan = await insertPlan(world);
  const endingIn = async (minutes: number) => {
    const payer = await newPayer(world);
    const { startAt: now } = await checkSubscriber(page(), at(plan, payer));
    const endAt = new Date(Date.parse(now) + minutes * 60_000);
    await insertSubscription(world, { planId: plan.id, payer: lowerHex(payer.address), endAt });
    return checkSubscriber(page(), at(plan, payer));
  };
  expect(await endingIn(50)).toMatchObject({ follows: true, dueNow: "10000000" });
  expect(await endingIn(90)).toMatchObject({ follows: true, dueNow: "0" });
});

test("shortly before the end a payer signs for what follows, which begins there", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world, { interval: "daily", maxCycles: 2 });
  await subscribe(payer, plan);
  await settle();
  const { subscription } = await readStanding(page(), at(plan, payer));
  const end = Date.parse(subscription?.endAt ?? "") / 1_000;
  const request = await buildMandate(page(), at(plan, payer));
  expect(Number(request.signed.startAt)).toBe(end);
  await relayMandate(page(), await signed(payer, plan, request), platformOf(world));
  await settle();
  const rows = await world.db`
    select extract(epoch from start_at)::int as start, status from subscriptions
    where plan_id = ${plan.id} order by start_at`;
  expect(rows.map(({ status }) => status)).toEqual(["active", "trialing"]);
  expect(rows[1]?.start).toBe(end);
  const next = await readStanding(page(), at(plan, payer));
  expect(next.subscription).toMatchObject({
    follows: true,
    status: "active",
    nextChargeAt: subscription?.nextChargeAt,
    endAt: new Date((end + 2 * 86_400) * 1_000).toISOString(),
  });
  expect(subscription?.follows).toBe(false);
});

test("a payer whose paused subscription is past its end can sign, and follows nothing", async () => {
  const payer = await newPayer(world);
  const plan = await insertPlan(world);
  const past = (days: number) => new Date(Date.now() - days * DAY);
  await insertSubscription(world, {
    planId: plan.id,
    payer: lowerHex(payer.address),
    startAt: past(60),
    endAt: past(1),
    pausedAt: past(10),
  });
  expect((await readStanding(page(), at(plan, payer))).name).toBe("none");
  await subscribe(payer, plan);
  await settle();
  expect(await readStanding(page(), at(plan, payer))).toMatchObject({
    name: "live",
    subscription: { follows: false, status: "active" },
  });
});

test("no tokens are made for a payer where the chain is not local", async () => {
  const payer = await newPayer(world, 0n);
  const plan = await insertPlan(world);
  const elsewhere = withChain(page(), () => ({ local: false }));
  expect(await reasonOf(mintPlanTokens(elsewhere, at(plan, payer)))).toBe("resource_missing");
  expect(await world.balanceOf(payer.address)).toBe(0n);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { batchCalls } from "@/components/hosted/subscribe/batch/batch-calls";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import {
  type DirectInput,
  type DirectRequest,
  relayMandateInput,
  standingInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { lowerHex } from "@/lib/core/chain/hex";
import { withCheckoutStart } from "@/lib/domain/payments/hosted-page/checkout-start";
import { recordPlanPayer } from "@/lib/domain/subscriptions/enrolments/record-plan-payer";
import type { ChainAccount } from "@/testing/chain";
import { platformOf, reasonOf, signMessage, visitor } from "@/testing/hosted-pages";
import { administer, drain, index, makeFinal, newPayer } from "@/testing/relay";
import { MONTH, renew, warpTo } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers, chainTime } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { buildDirectMandate } from "./build-direct-mandate";
import { buildMandate } from "./build-mandate";
import { loadSubscribePage } from "./load-subscribe-page";
import { readStanding } from "./read-standing";
import { relayMandate } from "./relay-mandate";

let world: World;
let payer: ChainAccount;
let plan: PlanRow;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
});
beforeEach(async () => {
  [payer, plan] = [await fundPayer(world), await insertPlan(world)];
});
afterAll(() => world?.stop());

const page = () => visitor(world);
const who = () => ({ planId: plan.id, payer: lowerHex(payer.address) });
const build = (change: Partial<DirectInput> = {}, ctx = page()) =>
  buildDirectMandate(ctx, { ...who(), email: "", start: null, ...change });
const standingOf = ({ onchainId }: Pick<DirectRequest, "onchainId">) =>
  readStanding(page(), standingInput.parse({ ...who(), onchainId }));

/** Sends the calls as the payer's wallet does, one after the other. */
async function send(request: DirectRequest): Promise<void> {
  const shown = await loadSubscribePage(page(), { planId: plan.id });
  for (const { to, data } of batchCalls(shown, request)) {
    await world.send(payer, { to: lowerHex(to), data: lowerHex(data) });
  }
}

test("what a payer's wallet sends subscribes it to the plan, and it is charged again", async () => {
  const request = await build();
  expect(request).toMatchObject({
    committed: "0",
    terms: { permitValue: "120000000", permitDeadline: "0", amount: "10000000" },
  });
  expect((await standingOf(request)).name).toBe("none");
  await send(request);
  await index(world);
  const seen = await standingOf(request);
  expect(seen).toMatchObject({ name: "creating", txHash: expect.stringMatching(/^0x/) });
  expect((await readStanding(page(), who())).name).toBe("none");
  await makeFinal(world);
  expect(await standingOf(request)).toMatchObject({
    name: "live",
    subscription: { status: "active", charged: "10000000" },
  });
  await warpTo(world, new Date(Number((await chainTime(world)) + MONTH) * 1_000));
  await renew(world);
  await makeFinal(world, 4);
  expect((await standingOf(request)).subscription).toMatchObject({ charged: "20000000" });
});

test("the allowance is what the permit would be: this plan's, on top of the others'", async () => {
  await send(await build());
  await makeFinal(world);
  plan = await insertPlan(world);
  const request = await build();
  const { signed } = await buildMandate(page(), who());
  expect(request.committed).toBe("110000000");
  expect(request.terms.permitValue).toBe(signed.permitValue);
  await send(request);
  const { rpc } = world.deployment().chain;
  const allowance = await readContract(rpc, {
    abi: fiatTokenAbi,
    address: plan.tokenAddress,
    functionName: "allowance",
    args: [lowerHex(payer.address), addressOf(world.deployment(), "subscriptions")],
  });
  // The first charge of the second one is taken from it.
  expect(allowance).toBe(BigInt(signed.permitValue) - plan.amount);
});

test("signatures that are still valid do not subscribe a second time, nor does a second batch", async () => {
  const signed = await buildMandate(page(), who());
  const [first, second] = [await build(), await build()];
  await send(first);
  const input = relayMandateInput.parse({
    planId: plan.id,
    signed: signed.signed,
    permitSignature: await signMessage(payer, signed.permit),
    intentSignature: await signMessage(payer, signed.intent),
    email: "",
    start: null,
  });
  // The permit does not hold what the first one may still charge.
  expect(await reasonOf(relayMandate(page(), input, platformOf(world)))).toBe("permit_too_low");
  await expect(send({ ...second, terms: { ...second.terms, permitNonce: "9" } })).rejects.toThrow();
  await makeFinal(world);
  expect(await reasonOf(build())).toBe("already_subscribed");
});

test("what is on its way through the relay keeps a wallet from sending the same", async () => {
  const signed = await buildMandate(page(), who());
  const input = relayMandateInput.parse({
    planId: plan.id,
    signed: signed.signed,
    permitSignature: await signMessage(payer, signed.permit),
    intentSignature: await signMessage(payer, signed.intent),
    email: "",
    start: null,
  });
  await relayMandate(page(), input, platformOf(world));
  expect(await reasonOf(build())).toBe("already_subscribed");
  await drain(world.systemContext());
});

test("an enrolment is being created for its own payer and plan alone", async () => {
  const request = await build();
  await send(request);
  await index(world);
  const other = await insertPlan(world);
  const { onchainId } = standingInput.parse({ ...who(), onchainId: request.onchainId });
  const at = (change: object) => readStanding(page(), { ...who(), onchainId, ...change });
  expect((await at({ planId: other.id })).name).toBe("none");
  expect((await at({ payer: lowerHex(world.merchant.owner.address) })).name).toBe("none");
  expect((await at({})).name).toBe("creating");
});

test("a payer without the first charge, a closed plan and a merchant who may not are refused", async () => {
  const poor = await newPayer(world, 1n);
  const asPoor = { planId: plan.id, payer: lowerHex(poor.address) };
  expect(await reasonOf(build(asPoor))).toBe("insufficient_balance");
  const trial = await insertPlan(world, { trialDays: 7 });
  const later = await build({ ...asPoor, planId: trial.id });
  expect(later.terms.permitDeadline).toBe("0");
  const closed = await insertPlan(world, { active: false, archivedAt: new Date() });
  const atClosed = { planId: closed.id };
  expect(await reasonOf(build(atClosed))).toBe("plan_archived");
  const { id } = world.merchant;
  await world.db`update merchants set status = 'suspended' where id = ${id}`;
  expect(await reasonOf(build())).toBe("merchant_suspended");
  await world.db`update merchants set status = 'active' where id = ${id}`;
  const small = { ...page(), config: { ...page().config, RELAY_MIN_AMOUNT: 20_000_000 } };
  expect(await reasonOf(build({}, small))).toBe("below_relay_minimum");
});

test("a listed payer is refused, one whom no list could be asked about too, and the issuer's list counts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stipend-list-"));
  const SCREENING_LIST = join(folder, "list.txt");
  writeFileSync(SCREENING_LIST, payer.address);
  const withList = (path: string) => ({
    ...page(),
    config: { ...page().config, SCREENING_LIST: path },
  });
  expect(await reasonOf(build({}, withList(SCREENING_LIST)))).toBe("payer_blocked");
  const gone = withList(join(folder, "gone.txt"));
  expect(await reasonOf(build({}, gone))).toBe("screening_unavailable");
  await administer(world, "blacklist", lowerHex(payer.address));
  expect(await reasonOf(build())).toBe("payer_blocked");
  rmSync(folder, { recursive: true });
});

test("mails go to the address that the payer's own transaction names, and to none that others typed", async () => {
  const emailOf = async () => {
    const [row] = await world.db<
      { payerEmail: string | null; email: string; emailSource: string }[]
    >`
      select s.payer_email, c.email, c.email_source from subscriptions s
      join customers c on c.id = s.customer_id
      where s.plan_id = ${plan.id} and s.payer = ${lowerHex(payer.address)}`;
    return row;
  };
  const type = (email: string) =>
    recordPlanPayer(page(), { id: plan.id, walletAddress: lowerHex(payer.address), email });
  await type("Payer@example.com");
  const request = await build({ email: "Payer@example.com" });
  expect(BigInt(request.terms.permitNonce)).toBeGreaterThan(2n ** 128n);
  await type("stranger@example.com");
  await send(request);
  await makeFinal(world);
  expect(await emailOf()).toEqual({
    ...{ payerEmail: "Payer@example.com", email: "Payer@example.com", emailSource: "payment" },
  });

  [payer, plan] = [await fundPayer(world), await insertPlan(world)];
  await type("stranger@example.com");
  await send(await build());
  await makeFinal(world);
  expect(await emailOf()).toMatchObject({ payerEmail: null, emailSource: "checkout" });
});

/** A payment link that sells the plan. @returns the id of the link and of its product */
async function insertLink(): Promise<string> {
  const { id: merchantId } = world.merchant;
  const link = `plink_${plan.id}`;
  await world.db`
    insert into storefront_products (id, merchant_id, mode, name, price, currency, type, interval,
      interval_count, plan_id, is_active)
    values (${link}, ${merchantId}, 'test', 'Membership', 10000000, 'USDC', 'subscription',
      'monthly', 1, ${plan.id}, true)`;
  await world.db`
    insert into payment_links (id, merchant_id, mode, name, product_id)
    values (${link}, ${merchantId}, 'test', 'Membership', ${link})`;
  return link;
}

/** What a payer brings whom the link led to the plan, and who types an e-mail there, or none. */
async function comeBy(
  linkId: string,
  email: string,
): Promise<Pick<DirectInput, "email" | "start">> {
  if (email) {
    await recordPlanPayer(page(), {
      id: plan.id,
      walletAddress: lowerHex(payer.address),
      email,
    });
  }
  const at = { url: "/", subject: plan.id, until: new Date(Date.now() + 3_600_000) };
  const url = withCheckoutStart(world.config, at, { email: null, returnPath: null, linkId });
  return { email, start: url.split("start=")[1] ?? "" };
}

const sourcesOf = () => world.db`
  select payment_link_id, payer_email from subscriptions
  where plan_id = ${plan.id} and payer = ${lowerHex(payer.address)}`;

test("a subscription counts for the payment link that led to the page, with an e-mail and without", async () => {
  const link = await insertLink();
  for (const email of ["linked@example.com", ""]) {
    payer = await fundPayer(world);
    await send(await build(await comeBy(link, email)));
    await makeFinal(world);
    expect(await sourcesOf()).toEqual([{ paymentLinkId: link, payerEmail: email || null }]);
  }
});

test("link and e-mail are found where the product has another plan before the enrolment is final", async () => {
  const link = await insertLink();
  await send(await build(await comeBy(link, "moved@example.com")));
  // As another price makes one.
  const { id: next } = await insertPlan(world);
  await world.db`update storefront_products set plan_id = ${next} where id = ${link}`;
  await makeFinal(world);
  expect(await sourcesOf()).toEqual([{ paymentLinkId: link, payerEmail: "moved@example.com" }]);
});

test("a wallet is named so often in an hour, whichever browser asks", async () => {
  const strict = { ...page(), config: { ...page().config, RATE_LIMIT_SCALE: 1 / 60 } };
  await build({}, strict);
  expect(await reasonOf(build({}, strict))).toBe("payer_limit");
});

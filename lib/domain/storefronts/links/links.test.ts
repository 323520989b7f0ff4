import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { createPaymentLink as contract } from "@/lib/contract/storefronts/payment-links";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { confirmSessions } from "@/lib/domain/payments/settlements/confirm-sessions";
import { listOrders } from "@/lib/domain/storefronts/orders/list-orders";
import { archiveProduct } from "@/lib/domain/storefronts/products/archive-product";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { updateProduct } from "@/lib/domain/storefronts/products/update-product";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import type { TestMerchant } from "@/testing/register-merchant";
import { anyone, coffee } from "@/testing/shops";
import { createWorld, type World } from "@/testing/world";
import { checkoutLink } from "./checkout-link";
import { createPaymentLink } from "./create-payment-link";
import { getPaymentLink } from "./get-payment-link";
import { getPublicLink } from "./get-public-link";
import { listPaymentLinks } from "./list-payment-links";
import { linkExists } from "./load-link-page";
import { updatePaymentLink } from "./update-payment-link";

let world: World;
let other: TestMerchant;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_MIN_AMOUNT: "1000" } });
  other = await world.addMerchant();
});
afterAll(() => world?.stop());

const ctx = () => world.merchantContext();
const consulting = { name: "Consulting", amount: 95_000_000n, currency: "USDC" } as const;
const club = { ...coffee, type: "subscription", interval: "monthly", intervalCount: 1 } as const;
const create = (wanted: Parameters<typeof createPaymentLink>[1] = consulting) =>
  createPaymentLink(ctx(), wanted);
const refusal = (code: string, reason: string, param?: string) => ({
  code,
  info: { ...(param && { param }), details: expect.objectContaining({ reason }) },
});
async function pay(id: string, said: Omit<Parameters<typeof checkoutLink.prepare>[1], "id"> = {}) {
  const prepared = await checkoutLink.prepare(anyone(world), { id, ...said });
  const [opened] = await checkoutLink.runAll(world.db, [prepared]);
  if (!opened || opened instanceof Refusal) throw opened;
  return opened;
}
const sessionOf = async (opened: { sessionId: string | null }) =>
  getSession(ctx(), { id: opened.sessionId ?? "" });
const confirm = (sessionId: string) =>
  transaction(world.db, (tx) =>
    confirmSessions(world.systemContext(), tx, [
      { sessionId, customerId: null, amountRefunded: 0n },
    ]),
  );

test("a link sells for its amount, any number of times, and counts", async () => {
  const link = await create({ ...consulting, successUrl: "https://aurora.example/thanks" });
  expect(link).toMatchObject({
    ...consulting,
    ...{ object: "payment_link", mode: "test", productId: null, minAmount: null, active: true },
    ...{ maxQuantity: 1, email: "none", fields: [], timesPaid: 0 },
    url: `http://localhost:3000/b/${link.id}`,
  });
  for (const times of [1, 2]) {
    const opened = await pay(link.id, { customerEmail: "ada@example.com" });
    const session = await sessionOf(opened);
    expect(session).toMatchObject({
      ...{ amount: 95_000_000n, description: "Consulting", createdVia: "payment_link" },
      ...{ successUrl: "https://aurora.example/thanks", cancelUrl: link.url },
      metadata: {
        product: { id: null, name: "Consulting", price: "95000000", quantity: 1 },
        paymentLink: link.id,
      },
    });
    await confirm(session.id);
    expect(await getPaymentLink(ctx(), { id: link.id })).toMatchObject({ timesPaid: times });
  }
  expect(await linkExists(anyone(world), { linkId: link.id })).toBe(true);
  expect(await linkExists(anyone(world), { linkId: newId("paymentLink") })).toBe(false);
  const { data } = await listOrders(ctx(), { linkId: link.id });
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({
    linkId: link.id,
    stock: "uncounted",
    customerEmail: "ada@example.com",
  });
});

test("what has no price, or two, is no link", () => {
  const faults = (changes: object) =>
    contract.body?.safeParse({ name: "x", ...changes }).error?.issues.map(({ path }) => path[0]);
  const productId = newId("product");
  const bounds = { minAmount: "5", maxAmount: "9", currency: "USDC" };
  expect(faults({ productId })).toBeUndefined();
  expect(faults(bounds)).toBeUndefined();
  expect(faults({})).toEqual(["amount", "currency"]);
  expect(faults({ amount: "5" })).toEqual(["currency"]);
  expect(faults({ productId, amount: "5", currency: "USDC" })).toEqual(["amount", "currency"]);
  expect(faults({ ...bounds, amount: "5" })).toEqual(["amount"]);
  expect(faults({ ...bounds, minAmount: undefined })).toEqual(["minAmount"]);
  expect(faults({ ...bounds, maxAmount: "4" })).toEqual(["maxAmount"]);
  expect(faults({ ...bounds, maxQuantity: 2 })).toEqual(["maxQuantity"]);
  const most = (2n ** 256n - 1n).toString();
  expect(faults({ amount: most, currency: "USDC", maxQuantity: 2 })).toEqual(["maxQuantity"]);
});

test("a payer chooses the price within the bounds, which the relay takes", async () => {
  const bounds = { name: "Tip", minAmount: 1_000n, maxAmount: 5_000n, currency: "USDC" } as const;
  const { id } = await create(bounds);
  for (const amount of [undefined, 999n, 5_001n]) {
    await expect(pay(id, { amount })).rejects.toMatchObject(
      refusal("invalid_request", "amount_out_of_bounds", "amount"),
    );
  }
  for (const amount of [1_000n, 5_000n]) {
    expect(await sessionOf(await pay(id, { amount }))).toMatchObject({ amount });
  }
  for (const [field, wanted] of [
    ["minAmount", { ...bounds, minAmount: 999n }],
    ["amount", { ...consulting, amount: 999n }],
  ] as const) {
    await expect(create(wanted)).rejects.toMatchObject(
      refusal("invalid_request", "below_relay_minimum", field),
    );
  }
  const fixed = await create();
  await expect(pay(fixed.id, { amount: 5n })).rejects.toMatchObject(
    refusal("invalid_request", "amount_not_allowed", "amount"),
  );
});

test("several pieces of a product are one payment, and one reservation", async () => {
  const product = await createProduct(ctx(), { ...coffee, stock: 5 });
  const { id } = await create({ name: "Coffee", productId: product.id, maxQuantity: 3 });
  const session = await sessionOf(await pay(id, { quantity: 3 }));
  expect(session).toMatchObject({ amount: 37_500_000n, description: "Coffee × 3" });
  await expect(pay(id, { quantity: 3 })).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "out_of_stock", available: 2 } },
  });
  await pay(id, { quantity: 2 });
  await expect(pay(id)).rejects.toMatchObject({
    info: { details: { reason: "out_of_stock", available: 0 } },
  });
  expect(await getPublicLink(anyone(world), { id })).toMatchObject({
    closedBy: "out_of_stock",
    product: { id: product.id, available: 0 },
  });
  await expect(pay(id, { quantity: 4 })).rejects.toMatchObject({ code: "session_invalid_state" });
  await confirm(session.id);
  expect(
    (await listOrders(ctx(), { productId: product.id })).data.map(({ stock }) => stock),
  ).toEqual(expect.arrayContaining(["sold", "reserved"]));
});

test("a subscription's quantity multiplies its amount, by a plan that is made once", async () => {
  const product = await createProduct(ctx(), club);
  const { id } = await create({ name: "Club", productId: product.id, maxQuantity: 9 });
  expect(await pay(id)).toMatchObject({ planId: product.planId, sessionId: null });
  const plans = await Promise.all([1, 2, 3, 4].map(() => pay(id, { quantity: 3 })));
  expect(new Set(plans.map(({ planId }) => planId)).size).toBe(1);
  const planId = plans[0]?.planId ?? "";
  expect(await getPlan(ctx(), { id: planId })).toMatchObject({
    ...{ amount: 37_500_000n, interval: "monthly", name: "Coffee × 3", active: true },
  });
  await updateProduct(ctx(), { id: product.id, price: 2_000_000n });
  expect(await getPlan(ctx(), { id: planId })).toMatchObject({ active: false });
  const next = await pay(id, { quantity: 3 });
  expect(await getPlan(ctx(), { id: next.planId ?? "" })).toMatchObject({ amount: 6_000_000n });
  await archiveProduct(ctx(), { id: product.id });
  expect(await getPlan(ctx(), { id: next.planId ?? "" })).toMatchObject({ active: false });
  await expect(pay(id)).rejects.toMatchObject(refusal("session_invalid_state", "not_on_sale"));
});

test("the plan of several pieces follows the product's name, and stays open", async () => {
  const product = await createProduct(ctx(), club);
  const { id } = await create({ name: "Club", productId: product.id, maxQuantity: 2 });
  const planId = (await pay(id, { quantity: 2 })).planId ?? "";
  const change = (changes: object) => updateProduct(ctx(), { id: product.id, ...changes });
  await change({ description: "Every month" });
  expect(await getPlan(ctx(), { id: planId })).toMatchObject({ name: "Coffee × 2", active: true });
  await change({ name: "Filter coffee" });
  const renamed = { name: "Filter coffee × 2", active: true };
  expect(await getPlan(ctx(), { id: planId })).toMatchObject(renamed);
  expect((await pay(id, { quantity: 2 })).planId).toBe(planId);
});

test("the plan of several pieces is named with whole characters", async () => {
  const product = await createProduct(ctx(), { ...club, name: `${"a".repeat(99)}\u{1f600} tail` });
  const { id } = await create({ name: "Club", productId: product.id, maxQuantity: 2 });
  const { planId } = await pay(id, { quantity: 2 });
  expect((await getPlan(ctx(), { id: planId ?? "" })).name).toBe(`${"a".repeat(99)} × 2`);
});

test("answers to the link's fields stand in the session, and what is asked for is required", async () => {
  const fields = [
    { key: "size", label: "Size", required: true },
    { key: "note", label: "Note", required: false },
  ];
  const { id } = await create({ ...consulting, fields, email: "required" });
  const said = { customerEmail: "ada@example.com", answers: { size: "L" } };
  expect((await sessionOf(await pay(id, said))).metadata).toMatchObject({ size: "L" });
  const refused = [
    [{ answers: { size: "L" } }, "email_required", "customerEmail"],
    [{ ...said, answers: {} }, "field_required", "answers.size"],
    [{ ...said, answers: { size: "  " } }, "field_required", "answers.size"],
    [{ ...said, answers: { size: "L", color: "red" } }, "field_unknown", "answers.color"],
    [{ ...said, quantity: 2 }, "quantity_not_allowed", "quantity"],
  ] as const;
  for (const [wrong, reason, param] of refused) {
    await expect(pay(id, wrong)).rejects.toMatchObject(refusal("invalid_request", reason, param));
  }
});

test("a field may have the name of what each object inherits", async () => {
  const fields = [{ key: "constructor", label: "Constructor", required: true }];
  const { id } = await create({ ...consulting, fields });
  const nothing: Record<string, string>[] = [{}, { constructor: " " }];
  for (const answers of [undefined, ...nothing]) {
    await expect(pay(id, { answers })).rejects.toMatchObject(
      refusal("invalid_request", "field_required", "answers.constructor"),
    );
  }
  const opened = await pay(id, { answers: { constructor: "Bob" } });
  expect((await sessionOf(opened)).metadata).toMatchObject({ constructor: "Bob" });
});

test("a link is switched off and on, and its merchant's account closes it", async () => {
  const { id } = await create();
  const closedBy = async () => (await getPublicLink(anyone(world), { id })).closedBy;
  expect(await updatePaymentLink(ctx(), { id, active: false })).toMatchObject({ active: false });
  expect(await closedBy()).toBe("link_inactive");
  await expect(pay(id)).rejects.toMatchObject(refusal("session_invalid_state", "link_inactive"));
  await updatePaymentLink(ctx(), { id, active: true, name: "Advice" });
  expect(await sessionOf(await pay(id))).toMatchObject({ description: "Advice" });
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  expect(await closedBy()).toBe("merchant_suspended");
  await expect(pay(id)).rejects.toMatchObject(refusal("permission_denied", "merchant_suspended"));
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
});

test("a link is its merchant's and its mode's alone, and sells no other's product", async () => {
  const { id } = await create();
  const strangers = [
    world.merchantContext({ merchantId: other.id }),
    world.merchantContext({ mode: "live" }),
  ];
  const missing = refusal("not_found", "resource_missing");
  for (const stranger of strangers) {
    await expect(getPaymentLink(stranger, { id })).rejects.toMatchObject(missing);
    await expect(updatePaymentLink(stranger, { id, active: false })).rejects.toMatchObject(missing);
    expect((await listPaymentLinks(stranger, {})).data).toEqual([]);
    const { id: productId } = await createProduct(stranger, coffee);
    await expect(create({ name: "x", productId })).rejects.toMatchObject(
      refusal("invalid_request", "product_unknown", "productId"),
    );
  }
  await expect(pay(newId("paymentLink"))).rejects.toMatchObject(missing);
  const ids = async (active?: boolean) =>
    (
      await listPaymentLinks(ctx(), { limit: 100, ...(active !== undefined && { active }) })
    ).data.map((link) => link.id);
  expect(await ids()).toContain(id);
  expect(await ids(false)).not.toContain(id);
});

test("changes of links are in the audit log", async () => {
  const { id } = await create();
  await updatePaymentLink(ctx(), { id, active: false });
  const rows = await world.db`
    select action, before, after from audit_log where subject_id = ${id}`;
  expect(new Map(rows.map(({ action, ...entry }) => [action, entry]))).toEqual(
    new Map([
      [
        "payment_link.create",
        { before: null, after: expect.objectContaining({ name: "Consulting" }) },
      ],
      ["payment_link.update", { before: { active: true }, after: { active: false } }],
    ]),
  );
});

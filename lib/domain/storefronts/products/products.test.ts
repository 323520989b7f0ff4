import { afterAll, beforeAll, expect, test } from "vitest";
import { createProduct as contract } from "@/lib/contract/storefronts/storefront-products";
import { maxAmount } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createPaymentLink } from "@/lib/domain/storefronts/links/create-payment-link";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import type { TestMerchant } from "@/testing/register-merchant";
import { createWorld, type World } from "@/testing/world";
import { archiveProduct } from "./archive-product";
import { createProduct } from "./create-product";
import { getProduct } from "./get-product";
import { listProducts } from "./list-products";
import { updateProduct } from "./update-product";

let world: World;
let other: TestMerchant;

beforeAll(async () => {
  world = await createWorld();
  other = await world.addMerchant();
});
afterAll(() => world?.stop());

const coffee = {
  name: "Coffee",
  description: null,
  price: 12_500_000n,
  currency: "USDC",
  type: "one_time",
  interval: null,
  intervalCount: null,
  stock: 12,
  isActive: true,
} as const;
const club = { ...coffee, type: "subscription", interval: "monthly", intervalCount: 1 } as const;
const ctx = () => world.merchantContext();
const inBrowser = () => world.merchantContext({ keyKind: "publishable" });
const refusal = (code: string, details: object, param?: string) => ({
  code,
  info: { ...(param && { param }), details: expect.objectContaining(details) },
});
const planOf = (id: string | null) => getPlan(ctx(), { id: id ?? "none" });

test("a product is what was asked for", async () => {
  const product = await createProduct(ctx(), { ...coffee, sortOrder: 3 });
  expect(product).toMatchObject({
    object: "product",
    mode: "test",
    merchantId: world.merchant.id,
    ...coffee,
    ...{ available: 12, oversold: 0, sortOrder: 3, planId: null, imageUrl: null, archivedAt: null },
  });
  expect(await getProduct(ctx(), { id: product.id })).toEqual(product);
  const uncounted = await createProduct(ctx(), { ...coffee, stock: null });
  expect(uncounted).toMatchObject({ stock: null, available: null, sortOrder: 0 });
});

test("a subscription makes its plan, and is not there without it", async () => {
  const { planId } = await createProduct(ctx(), club);
  expect(await planOf(planId)).toMatchObject({
    ...{ name: "Coffee", amount: 12_500_000n, currency: "USDC", interval: "monthly" },
    ...{ intervalCount: 1, active: true },
  });
  await world.db`update merchants set status = 'suspended' where id = ${other.id}`;
  const suspended = world.merchantContext({ merchantId: other.id });
  const count = () => world.db`
    select (select count(*) from storefront_products) as products,
      (select count(*) from subscription_plans) as plans`;
  const before = await count();
  await expect(createProduct(suspended, club)).rejects.toMatchObject(
    refusal("permission_denied", { reason: "merchant_suspended" }),
  );
  expect(await count()).toEqual(before);
  await world.db`update merchants set status = 'active' where id = ${other.id}`;
});

test("what breaks a rule over several fields is no product", () => {
  const parse = (changes: object) =>
    contract.body?.safeParse({ ...coffee, price: "1", ...changes });
  const fault = (changes: object) => parse(changes)?.error?.issues.map(({ path }) => path[0]);
  expect(parse({})?.success).toBe(true);
  expect(fault({ interval: "monthly" })).toEqual(["interval"]);
  expect(fault({ intervalCount: 1 })).toEqual(["intervalCount"]);
  expect(fault({ type: "subscription" })).toEqual(["interval", "intervalCount"]);
  const monthly = { type: "subscription", interval: "monthly", intervalCount: 1 };
  expect(parse(monthly)?.success).toBe(true);
  expect(fault({ ...monthly, price: maxAmount.toString() })).toEqual(["price"]);
  expect(parse({ price: maxAmount.toString() })?.success).toBe(true);
  for (const price of ["0", (maxAmount + 1n).toString()])
    expect(fault({ price })).toEqual(["price"]);
  for (const intervalCount of [0, 366]) {
    expect(fault({ ...monthly, intervalCount })).toEqual(["intervalCount"]);
  }
  expect(fault({ stock: -1 })).toEqual(["stock"]);
});

test("other terms make another plan, and the earlier one takes no new subscriber", async () => {
  const product = await createProduct(ctx(), club);
  const change = (changes: object) => updateProduct(ctx(), { id: product.id, ...changes });
  for (const changes of [
    { price: 9_000_000n },
    { currency: "EURC" },
    { interval: "weekly" },
    { intervalCount: 2 },
  ] as const) {
    const { planId: before } = await getProduct(ctx(), { id: product.id });
    const { planId } = await change(changes);
    expect(planId).not.toBe(before);
    expect((await planOf(before)).active).toBe(false);
    const { price: amount, ...rest } = { price: undefined, ...changes };
    expect(await planOf(planId)).toMatchObject({
      ...rest,
      ...(amount && { amount }),
      active: true,
    });
  }
  const { planId: kept } = await getProduct(ctx(), { id: product.id });
  const renamed = await change({ name: "Club", stock: 3, isActive: false });
  expect(renamed).toMatchObject({ name: "Club", stock: 3, isActive: false, planId: kept });
  expect(await planOf(kept)).toMatchObject({ name: "Club", active: true });
});

test("a product on sale gets a plan again whose plan its merchant archived", async () => {
  const { id, planId } = await createProduct(ctx(), club);
  await archivePlan(ctx(), { id: planId ?? "" });
  const resting = await updateProduct(ctx(), { id, isActive: false });
  expect(resting.planId).toBe(planId);
  const shown = await updateProduct(ctx(), { id, isActive: true });
  await archivePlan(ctx(), { id: shown.planId ?? "" });
  const price = 9_500_000n;
  const moved = await updateProduct(ctx(), {
    id,
    sortOrder: 3,
    stock: null,
    name: "Club 2",
    price,
  });
  expect(moved).toMatchObject({ planId: shown.planId, onSale: false, name: "Club 2" });
  const sold = await updateProduct(ctx(), { id, isActive: true });
  expect(sold.planId).not.toBe(planId);
  expect((await planOf(sold.planId)).active).toBe(true);
});

test("pieces that are owed are settled, and never made more", async () => {
  const { id } = await createProduct(ctx(), coffee);
  await world.db`update storefront_products set oversold = 2 where id = ${id}`;
  const settle = (settled: number) => updateProduct(ctx(), { id, settled });
  await expect(settle(3)).rejects.toMatchObject(
    refusal("invalid_request", { reason: "validation_failed" }, "settled"),
  );
  expect(await settle(1)).toMatchObject({ oversold: 1 });
  // Another payment came meanwhile.
  await world.db`update storefront_products set oversold = oversold + 1 where id = ${id}`;
  expect(await settle(1)).toMatchObject({ oversold: 1 });
  expect(await updateProduct(ctx(), { id, stock: 5 })).toMatchObject({ oversold: 1 });
  expect(await settle(1)).toMatchObject({ oversold: 0 });
  const [entry] = await world.db`
    select before, after from audit_log where subject_id = ${id} order by created_at desc, id desc limit 1`;
  expect(entry).toMatchObject({ before: { oversold: 1 }, after: { oversold: 0 } });
});

test("pieces of an archived product are settled, and nothing else of it is changed", async () => {
  const { id } = await createProduct(ctx(), coffee);
  await world.db`update storefront_products set oversold = 2 where id = ${id}`;
  await archiveProduct(ctx(), { id });
  const archived = refusal("session_invalid_state", { reason: "already_archived" });
  for (const changes of [{ settled: 1, stock: 5 }, { settled: 0 }, { name: "Tea" }]) {
    await expect(updateProduct(ctx(), { id, ...changes })).rejects.toMatchObject(archived);
  }
  expect(await updateProduct(ctx(), { id, settled: 2 })).toMatchObject({ oversold: 0, stock: 12 });
});

test("a subscription takes no piece: its stock is not counted, and 0 stops the sale", async () => {
  const { id } = await createProduct(ctx(), { ...club, stock: 3 });
  expect(await getProduct(ctx(), { id })).toMatchObject({ stock: 3, available: null });
  expect(await updateProduct(ctx(), { id, stock: 0 })).toMatchObject({ available: 0 });
});

test("what no chain of the mode can be paid in is not put on sale", async () => {
  const { id } = await createProduct(ctx(), coffee);
  const { chains, ...caller } = ctx();
  const deployments = chains.deployments.map((one) => {
    const { EURC: _, ...tokens } = one.tokens;
    return { ...one, tokens };
  });
  const lacking = { ...caller, chains: { ...chains, deployments } };
  const euros = { currency: "EURC" } as const;
  const refused = refusal("invalid_request", { reason: "token_unsupported" }, "currency");
  const tries = [
    () => createProduct(lacking, { ...coffee, ...euros }),
    () => updateProduct(lacking, { id, ...euros }),
    () => createPaymentLink(lacking, { name: "Consulting", amount: 95_000_000n, ...euros }),
  ];
  for (const one of tries) await expect(one()).rejects.toMatchObject(refused);
});

test("a change keeps the rules over several fields", async () => {
  const [once, monthly] = [await createProduct(ctx(), coffee), await createProduct(ctx(), club)];
  const change = (id: string, changes: object) => updateProduct(ctx(), { id, ...changes });
  await expect(change(once.id, { interval: "weekly" })).rejects.toMatchObject(
    refusal("invalid_request", { reason: "interval_not_allowed" }, "interval"),
  );
  await expect(change(monthly.id, { intervalCount: null })).rejects.toMatchObject(
    refusal("invalid_request", { reason: "interval_missing" }, "intervalCount"),
  );
  await expect(change(monthly.id, { price: maxAmount })).rejects.toMatchObject(
    refusal("invalid_request", { reason: "amount_too_large" }, "price"),
  );
  expect(await getProduct(ctx(), { id: monthly.id })).toEqual(monthly);
});

test("a product is archived once, with its plan, and then stays as it is", async () => {
  const { id, planId } = await createProduct(ctx(), club);
  const archived = await archiveProduct(ctx(), { id });
  expect(archived).toMatchObject({ isActive: false, archivedAt: expect.any(Date) });
  expect((await planOf(planId)).active).toBe(false);
  const ended = refusal("session_invalid_state", { reason: "already_archived" });
  await expect(archiveProduct(ctx(), { id })).rejects.toMatchObject(ended);
  await expect(updateProduct(ctx(), { id, stock: 1 })).rejects.toMatchObject(ended);
  expect(await getProduct(ctx(), { id })).toEqual(archived);
});

test("changes are in the audit log, with what they were, and nothing else", async () => {
  const { id } = await createProduct(ctx(), coffee);
  await updateProduct(ctx(), { id, price: 5n, stock: 12, name: "Coffee" });
  await updateProduct(ctx(), { id, stock: 12 });
  await archiveProduct(ctx(), { id });
  const rows = await world.db`
    select action, actor_name, merchant_id, before, after from audit_log
    where subject_type = 'product' and subject_id = ${id} order by created_at, id`;
  const whose = { actorName: "ak_test", merchantId: world.merchant.id };
  expect(rows.toSorted((one, two) => String(one.action).localeCompare(String(two.action)))).toEqual(
    [
      { ...whose, action: "product.archive", before: expect.anything(), after: expect.anything() },
      { ...whose, action: "product.create", before: null, after: expect.anything() },
      { ...whose, action: "product.update", before: { price: "12500000" }, after: { price: "5" } },
    ],
  );
});

test("a product is its merchant's and its mode's alone", async () => {
  const { id } = await createProduct(ctx(), coffee);
  const strangers: Context<MerchantActor>[] = [
    world.merchantContext({ merchantId: other.id }),
    world.merchantContext({ mode: "live" }),
  ];
  const missing = refusal("not_found", { reason: "resource_missing" });
  for (const stranger of strangers) {
    await expect(getProduct(stranger, { id })).rejects.toMatchObject(missing);
    await expect(updateProduct(stranger, { id, stock: 0 })).rejects.toMatchObject(missing);
    await expect(archiveProduct(stranger, { id })).rejects.toMatchObject(missing);
    expect((await listProducts(stranger, {})).data.map((one) => one.id)).not.toContain(id);
  }
  await expect(getProduct(ctx(), { id: newId("product") })).rejects.toMatchObject(missing);
});

test("a browser sees what is on sale", async () => {
  const sold = await createProduct(ctx(), coffee);
  const hidden = await createProduct(ctx(), { ...coffee, isActive: false });
  const ids = async (context: Context<MerchantActor>, active?: boolean) =>
    (await listProducts(context, { limit: 100, ...(active !== undefined && { active }) })).data.map(
      ({ id }) => id,
    );
  expect(await getProduct(inBrowser(), { id: sold.id })).toEqual(sold);
  await expect(getProduct(inBrowser(), { id: hidden.id })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await ids(inBrowser())).toContain(sold.id);
  expect(await ids(inBrowser())).not.toContain(hidden.id);
  expect(await ids(ctx())).toEqual(expect.arrayContaining([sold.id, hidden.id]));
  expect(await ids(ctx(), false)).toContain(hidden.id);
  expect(await ids(ctx(), true)).not.toContain(hidden.id);
  expect(await ids(inBrowser(), false)).toEqual([]);
  // A subscription is sold by its plan.
  const ended = await createProduct(ctx(), club);
  expect(await ids(inBrowser())).toContain(ended.id);
  expect(await getProduct(inBrowser(), { id: ended.id })).toEqual(ended);
  await archivePlan(ctx(), { id: ended.planId ?? "" });
  expect(await ids(inBrowser())).not.toContain(ended.id);
  expect(await ids(ctx(), true)).not.toContain(ended.id);
  expect(await ids(ctx(), false)).not.toContain(ended.id);
  expect(await getProduct(ctx(), { id: ended.id })).toMatchObject({
    isActive: true,
    onSale: false,
  });
  await expect(getProduct(inBrowser(), { id: ended.id })).rejects.toMatchObject({
    code: "not_found",
  });
  // Put on sale again, it is sold by another plan.
  const revived = await updateProduct(ctx(), { id: ended.id, isActive: true });
  expect(revived).toMatchObject({ onSale: true });
});

test("a product's picture is fetched for it, and taken away with its address", async () => {
  const imageUrl = "https://aurora.example/coffee.png";
  const { id } = await createProduct(ctx(), { ...coffee, imageUrl });
  const [one, two] = [await createProduct(ctx(), coffee), await getProduct(ctx(), { id })];
  expect([one.imageStatus, two.imageStatus]).toEqual([null, "pending"]);
  const reference = () => world.db`
    select purpose, source_url from image_references where subject = ${id}`;
  expect(await reference()).toEqual([{ purpose: "product", sourceUrl: imageUrl }]);
  await updateProduct(ctx(), { id, stock: 1 });
  expect(await reference()).toHaveLength(1);
  expect(await updateProduct(ctx(), { id, imageUrl: null })).toMatchObject({ imageStatus: null });
  expect(await reference()).toEqual([]);
});

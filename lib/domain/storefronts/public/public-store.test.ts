import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { readCheckoutStart } from "@/lib/domain/payments/hosted-page/checkout-start";
import { loadPayPage } from "@/lib/domain/payments/hosted-page/load-pay-page";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { archiveProduct } from "@/lib/domain/storefronts/products/archive-product";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { updateProduct } from "@/lib/domain/storefronts/products/update-product";
import { archiveStorefront } from "@/lib/domain/storefronts/shop/archive-storefront";
import { publishStorefront } from "@/lib/domain/storefronts/shop/publish-storefront";
import { saveStorefront } from "@/lib/domain/storefronts/shop/save-storefront";
import { unpublishStorefront } from "@/lib/domain/storefronts/shop/unpublish-storefront";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import type { TestMerchant } from "@/testing/register-merchant";
import { index } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { anyone, coffee, openShop, type TestShop } from "@/testing/shops";
import { createWorld, type World } from "@/testing/world";
import { getStore } from "./get-store";
import { listShopPaths } from "./list-shop-paths";
import { loadProductPage, loadThanksPage } from "./load-shop-page";
import { shopExists } from "./shop-exists";

let world: World;
let shop: TestShop;
let other: TestMerchant;

beforeAll(async () => {
  world = await createWorld();
  other = await world.addMerchant();
  shop = await openShop(world);
});
afterAll(() => world?.stop());

const visit = (slug = shop.slug, mode: "test" | "live" = "test") =>
  getStore(anyone(world), { slug, mode });
const missing = { code: "not_found", info: { details: { reason: "resource_missing" } } };
const closed = { code: "not_found", info: { details: { reason: "closed" } } };
const club = { ...coffee, type: "subscription", interval: "monthly", intervalCount: 1 } as const;

test("a shop shows what is on sale in its order, and nothing of its merchant", async () => {
  const last = await shop.sell({ name: "Last", sortOrder: 9 });
  const first = await shop.sell({ name: "First", sortOrder: 1, stock: 3 });
  // Times are kept to the millisecond.
  await sleep(2);
  const second = await shop.sell({ name: "Second", sortOrder: 1 });
  const hidden = await shop.sell({ name: "Hidden", isActive: false });
  await archiveProduct(shop.ctx(), { id: (await shop.sell({ name: "Archived" })).id });
  const store = await visit();
  const [, ...shown] = store.products.map(({ id }) => id);
  expect(shown).toEqual([first.id, second.id, last.id]);
  expect(shown).not.toContain(hidden.id);
  expect(store).toMatchObject({ object: "store", mode: "test", slug: shop.slug, sells: true });
  expect(store.products[1]).toMatchObject({
    object: "store_product",
    available: 3,
    imageUrl: null,
  });
});

test("a draft and an unknown shop are not found, in either mode, and an archived one is closed", async () => {
  await expect(visit("nothing")).rejects.toMatchObject(missing);
  await expect(visit(shop.slug, "live")).rejects.toMatchObject(missing);
  const bobs = await openShop(world, { merchantId: other.id });
  await unpublishStorefront(bobs.ctx());
  await expect(visit(bobs.slug)).rejects.toMatchObject(missing);
  await publishStorefront(bobs.ctx());
  await world.db`update merchants set status = 'closed' where id = ${other.id}`;
  await expect(visit(bobs.slug)).rejects.toMatchObject(closed);
  await world.db`update merchants set status = 'active' where id = ${other.id}`;
  await archiveStorefront(bobs.ctx());
  await expect(visit(bobs.slug)).rejects.toMatchObject(closed);
  const product = await bobs.sell();
  await expect(bobs.buy(product.id)).rejects.toMatchObject(closed);
});

test("a renamed shop is found by its new slug alone", async () => {
  const bobs = await openShop(world, { merchantId: other.id });
  const slug = `${bobs.slug}-2`;
  await saveStorefront(bobs.ctx(), {
    ...{ slug, name: "Bob", description: null, logoUrl: null },
    ...{ coverImageUrl: null, accentColor: null },
  });
  await expect(visit(bobs.slug)).rejects.toMatchObject(missing);
  expect(await visit(slug)).toMatchObject({ name: "Bob" });
});

test("the shop of a suspended merchant is shown, and sells nothing", async () => {
  const [sold, monthly] = [await shop.sell({ stock: 1 }), await createProduct(shop.ctx(), club)];
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  expect(await visit()).toMatchObject({ sells: false });
  for (const { id } of [sold, monthly]) {
    await expect(shop.buy(id)).rejects.toMatchObject({
      code: "permission_denied",
      info: { details: { reason: "merchant_suspended" } },
    });
  }
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
  // The refused purchase has given its piece back.
  expect(await shop.look(sold.id)).toMatchObject({ available: 1 });
});

test("the site's map has what is on sale in the published shops of live mode", async () => {
  const live = await openShop(world, { mode: "live" });
  const { id } = await live.sell();
  const hidden = await live.sell({ isActive: false });
  const paths = (await listShopPaths(anyone(world))).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining([`/s/${live.slug}`, `/s/${live.slug}/p/${id}`]));
  expect(paths.join()).not.toContain(hidden.id);
  expect(paths.join()).not.toContain(shop.slug);
});

test("what is not on sale in the shop is not found", async () => {
  const bobs = world.merchantContext({ merchantId: other.id });
  const live = world.merchantContext({ mode: "live" });
  const foreign = [await createProduct(bobs, coffee), await createProduct(live, coffee)];
  const hidden = await shop.sell({ isActive: false });
  const archived = await archiveProduct(shop.ctx(), { id: (await shop.sell()).id });
  const ids = [...foreign, hidden, archived].map(({ id }) => id);
  for (const id of [...ids, newId("product"), "nothing"]) {
    await expect(shop.buy(id)).rejects.toMatchObject(missing);
  }
});

test("a purchase leads to a session that comes back to the shop, or where the buyer wants", async () => {
  const { id } = await shop.sell();
  const bought = await shop.buy(id);
  expect(bought).toMatchObject({ object: "storefront_checkout", planId: null });
  const sessionId = bought.sessionId ?? "";
  expect(bought.url).toBe(`http://localhost:3000/pay/${sessionId}`);
  expect(await getSession(shop.ctx(), { id: sessionId })).toMatchObject({
    successUrl: `http://localhost:3000/s/${shop.slug}/thanks?mode=test`,
    cancelUrl: `http://localhost:3000/s/${shop.slug}/p/${id}?mode=test`,
  });
  const other = await shop.buy(id, { returnPath: "/s/aurora?x=1" });
  expect(await getSession(shop.ctx(), { id: other.sessionId ?? "" })).toMatchObject({
    successUrl: "http://localhost:3000/s/aurora?x=1",
  });
});

/** The same with another character in its middle. */
const otherwise = (token: string) =>
  token.replace(/(?<=^.{40})./, (one) => (one === "A" ? "B" : "A"));

test("what a buyer has said is sealed for its session or plan, for as long as that is open", async () => {
  const said = { customerEmail: "ada@example.com", returnPath: "/s/aurora" };
  const monthly = await createProduct(shop.ctx(), club);
  const started = await shop.buy(monthly.id, said);
  expect(started).toMatchObject({ sessionId: null, planId: monthly.planId });
  const url = new URL(started.url);
  expect(url.pathname).toBe(`/subscribe/${monthly.planId}`);
  expect(started.url).not.toContain("ada");
  const token = url.searchParams.get("start") ?? "";
  const read = (changes: object) =>
    readCheckoutStart(world.config, {
      ...{ subject: monthly.planId ?? "", token, now: new Date() },
      ...changes,
    });
  expect(read({})).toEqual({
    email: "ada@example.com",
    returnPath: "/s/aurora",
    linkId: null,
  });
  expect(read({ subject: "plan_other" })).toBeNull();
  expect(read({ token: otherwise(token) })).toBeNull();
  expect(read({ now: started.expiresAt })).toBeNull();
  const bought = await shop.buy((await shop.sell()).id, said);
  const start = new URL(bought.url).searchParams.get("start") ?? "";
  expect(read({ subject: bought.sessionId, token: start })).toMatchObject({
    email: "ada@example.com",
  });
  expect((await shop.buy(monthly.id)).url).toBe(
    `http://localhost:3000/subscribe/${monthly.planId}`,
  );
});

test("the page after a payment tells of its own shop's orders alone", async () => {
  const bobs = await openShop(world, { merchantId: other.id });
  const { id } = await bobs.sell({ name: "Bob's bag" });
  const { sessionId } = await bobs.buy(id);
  const thanks = (slug: string) => loadThanksPage(anyone(world), { slug, mode: "test", sessionId });
  expect((await thanks(bobs.slug)).order).toEqual({
    sessionId,
    name: "Bob's bag",
    status: "open",
  });
  expect((await thanks(shop.slug)).order).toBeNull();
  expect(await thanks(bobs.slug)).toMatchObject({ isOpen: true });
  const exists = (slug: string, session = sessionId ?? "") =>
    shopExists(world, { slug, mode: "test", sessionId: session });
  // A shop that is unpublished or renamed meanwhile keeps the way back of its orders.
  await unpublishStorefront(bobs.ctx());
  expect(await thanks(bobs.slug)).toMatchObject({ isOpen: false, order: { sessionId } });
  expect(await exists(bobs.slug)).toBe(true);
  expect(await exists(bobs.slug, newId("paymentSession"))).toBe(false);
  await publishStorefront(bobs.ctx());
  const slug = `${bobs.slug}-2`;
  await saveStorefront(bobs.ctx(), {
    ...{ slug, name: "Bob", description: null, logoUrl: null },
    ...{ coverImageUrl: null, accentColor: null },
  });
  expect(await thanks(bobs.slug)).toMatchObject({
    isOpen: true,
    shop: { slug },
    order: { sessionId },
  });
  expect(await exists(bobs.slug)).toBe(true);
  await archiveStorefront(bobs.ctx());
  expect(await thanks(slug)).toMatchObject({ isOpen: false, order: { sessionId } });
});

test("the page after a payment that is held, and then returned, says so, also once its time has run out", async () => {
  const { sessionId } = await shop.buy((await shop.sell()).id);
  const id = sessionId ?? "";
  const statusOf = async () => {
    const address = { slug: shop.slug, mode: "test", sessionId } as const;
    return (await loadThanksPage(anyone(world), address)).order?.status;
  };
  const { amount, ref } = await getSession(shop.ctx(), { id });
  await payDirectly(world, await fundPayer(world), { amount, ref });
  await world.chain.mine();
  await index(world);
  expect(await statusOf()).toBe("seen");
  await world.db`
    update transactions set payment_exception = 'screening' where session_id = ${id}`;
  expect(await statusOf()).toBe("review");
  await world.db`update transactions set status = 'confirmed' where session_id = ${id}`;
  await world.db`
    update payment_sessions set status = 'expired', closed_at = now() where id = ${id}`;
  expect(await statusOf()).toBe("returned");
  await world.db`update transactions set amount_refunded = amount where session_id = ${id}`;
  expect(await statusOf()).toBe("refunded");
});

test("a subscription of which no piece is left is not sold", async () => {
  const { id } = await createProduct(shop.ctx(), { ...club, stock: 0 });
  await expect(shop.buy(id)).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "out_of_stock" } },
  });
  await updateProduct(shop.ctx(), { id, stock: 1 });
  expect((await shop.buy(id)).planId).not.toBeNull();
});

test("addresses that name what no text of the database holds lead nowhere", async () => {
  const at = { slug: shop.slug, mode: "test" } as const;
  const page = await loadThanksPage(anyone(world), { ...at, sessionId: "\u0000" });
  expect(page.order).toBeNull();
  const product = { ...at, productId: "\u0000" };
  await expect(loadProductPage(anyone(world), product)).rejects.toMatchObject(missing);
  expect(await shopExists(world, product)).toBe(false);
  const { id } = await shop.sell();
  expect(await shopExists(world, { ...at, productId: id })).toBe(true);
  expect((await loadProductPage(anyone(world), { ...at, productId: id })).product.id).toBe(id);
});

test("the pay page begins with what its own buyer has said, and with nothing of another address", async () => {
  const { id } = await shop.sell({ name: "Prefilled" });
  const begun = async (sessionId: string, start: string) => {
    const { email, pageUrl } = await loadPayPage(anyone(world), { sessionId, start });
    // Another device begins with it, too.
    expect(new URL(pageUrl).searchParams.get("start")).toBe(email && start);
    return email;
  };
  const startOf = (url: string) => new URL(url).searchParams.get("start") ?? "";
  const [one, two] = [
    await shop.buy(id, { customerEmail: "ada@example.com" }),
    await shop.buy(id, { customerEmail: "grace@example.com" }),
  ];
  expect(await begun(one.sessionId ?? "", startOf(one.url))).toBe("ada@example.com");
  expect(await begun(one.sessionId ?? "", startOf(two.url))).toBeNull();
  expect(await begun(one.sessionId ?? "", "made-up")).toBeNull();
});

test("a subscription is on sale for as long as its plan is", async () => {
  const { id, planId } = await createProduct(shop.ctx(), club);
  expect((await visit()).products.map((one) => one.id)).toContain(id);
  await archivePlan(shop.ctx(), { id: planId ?? "" });
  expect((await visit()).products.map((one) => one.id)).not.toContain(id);
  await expect(shop.buy(id)).rejects.toMatchObject(missing);
  await updateProduct(shop.ctx(), { id, stock: 1 });
  expect((await visit()).products.map((one) => one.id)).not.toContain(id);
  await updateProduct(shop.ctx(), { id, isActive: true });
  expect((await visit()).products.map((one) => one.id)).toContain(id);
});

test("pictures are shown from here alone", async () => {
  const { id } = await shop.sell({ name: "Pictured", imageUrl: "https://aurora.example/a.png" });
  const shown = async () => (await visit()).products.find((one) => one.id === id)?.imageUrl;
  expect(await shown()).toBeNull();
  const sha256 = `0x${"5f".repeat(32)}`;
  await world.db`insert into images (sha256, data, width, height) values (${sha256}, 'x', 1, 1)`;
  await world.db`
    update image_references set status = 'ok', sha256 = ${sha256} where subject = ${id}`;
  expect(await shown()).toBe(`http://localhost:3000/api/images/${"5f".repeat(32)}.webp`);
});

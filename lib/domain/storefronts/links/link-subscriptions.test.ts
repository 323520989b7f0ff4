import { afterAll, beforeAll, expect, test } from "vitest";
import { relayMandateInput } from "@/lib/contract/subscriptions/hosted-subscribe";
import { lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import type { StoredProduct } from "@/lib/domain/storefronts/products/product-rows";
import { planForQuantity } from "@/lib/domain/storefronts/products/quantity-plans";
import { buildMandate } from "@/lib/domain/subscriptions/hosted-page/build-mandate";
import { loadSubscribePage } from "@/lib/domain/subscriptions/hosted-page/load-subscribe-page";
import { relayMandate } from "@/lib/domain/subscriptions/hosted-page/relay-mandate";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import { platformOf, signMessage, visitor } from "@/testing/hosted-pages";
import { drain, index, makeFinal, newPayer } from "@/testing/relay";
import { anyone, coffee } from "@/testing/shops";
import { createWorld, type World } from "@/testing/world";
import { checkoutLink } from "./checkout-link";
import { createPaymentLink } from "./create-payment-link";
import { getPaymentLink } from "./get-payment-link";
import { getPublicLink } from "./get-public-link";
import { listPaymentLinks } from "./list-payment-links";
import { updatePaymentLink } from "./update-payment-link";

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world?.stop());

const ctx = () => world.merchantContext();
const club = { ...coffee, type: "subscription", interval: "monthly", intervalCount: 1 } as const;

/** A link that sells a subscription, and the plan to which it leads. */
async function openLink(options: { successUrl?: string } = {}) {
  const product = await createProduct(ctx(), club);
  const wanted = { name: "Club", productId: product.id, ...options };
  const { id } = await createPaymentLink(ctx(), wanted);
  const prepared = await checkoutLink.prepare(anyone(world), { id });
  const [opened] = await checkoutLink.runAll(world.db, [prepared]);
  if (!opened || opened instanceof Refusal) throw opened;
  const start = new URL(opened.url).searchParams.get("start") ?? "";
  return { id, planId: opened.planId ?? "", start };
}

/** Subscribes on the page of a plan, as a payer who came with `start`. */
async function subscribe(planId: string, start: string | undefined): Promise<string> {
  const payer = await newPayer(world);
  const page = await loadSubscribePage(visitor(world), { planId, start });
  const at = { planId, payer: lowerHex(payer.address) };
  const request = await buildMandate(visitor(world), at);
  const input = relayMandateInput.parse({
    planId,
    signed: request.signed,
    permitSignature: await signMessage(payer, request.permit),
    intentSignature: await signMessage(payer, request.intent),
    email: "",
    start: page.start,
  });
  const { subscription } = await relayMandate(visitor(world), input, platformOf(world));
  return subscription?.id ?? "";
}

const timesPaid = async (id: string) => (await getPaymentLink(ctx(), { id })).timesPaid;

test("a link counts each subscription that it led to, once its first charge is final", async () => {
  const { id, planId, start } = await openLink();
  await subscribe(planId, start);
  expect(await timesPaid(id)).toBe(0);
  await drain(world.systemContext());
  await index(world);
  expect(await timesPaid(id)).toBe(0);
  await makeFinal(world);
  expect(await timesPaid(id)).toBe(1);
  // Blocks that are read again change nothing.
  await index(world);
  expect(await timesPaid(id)).toBe(1);
  const { data } = await listPaymentLinks(ctx(), { limit: 10 });
  expect(data.find((link) => link.id === id)?.timesPaid).toBe(1);
});

test("who subscribes without the link, or with what was sealed for another plan, is not counted", async () => {
  const [link, other] = [await openLink(), await openLink()];
  await subscribe(link.planId, undefined);
  await subscribe(link.planId, other.start);
  await subscribe(link.planId, link.start.slice(0, -9));
  await drain(world.systemContext());
  await makeFinal(world);
  const counts = await Promise.all([link.id, other.id].map(timesPaid));
  expect(counts).toEqual([0, 0]);
});

test("the page of a plan leads to the success page of the link that led to it, and of no other", async () => {
  const thanks = await openLink({ successUrl: "https://club.example/thanks?ref={SESSION_ID}" });
  const plain = await openLink();
  const returnTo = async (planId: string, start?: string) =>
    (await loadSubscribePage(visitor(world), { planId, start })).returnTo;
  expect(await returnTo(thanks.planId, thanks.start)).toBe("https://club.example/thanks?ref=");
  expect(await returnTo(thanks.planId)).toBeNull();
  expect(await returnTo(plain.planId, plain.start)).toBeNull();
  expect(await returnTo(plain.planId, thanks.start)).toBeNull();
});

test("the page's address for another device keeps what was sealed for it, and nothing else", async () => {
  const link = await openLink();
  const addressFor = async (start?: string) => {
    const { pageUrl } = await loadSubscribePage(visitor(world), { planId: link.planId, start });
    return new URL(pageUrl);
  };
  const address = await addressFor(link.start);
  expect(address.pathname).toBe(`/subscribe/${link.planId}`);
  expect(address.searchParams.get("start")).toBe(link.start);
  expect((await addressFor()).search).toBe("");
  expect((await addressFor(link.start.slice(0, -9))).search).toBe("");
});

test("an archived plan takes those for several pieces of its product with it, and no other's", async () => {
  const sold = await Promise.all([1, 2].map(() => createProduct(ctx(), club)));
  const plans = await Promise.all(
    sold.map(async ({ id }) => {
      const [product] = await world.db<StoredProduct[]>`
        select * from storefront_products where id = ${id}`;
      if (!product) throw new Error("it is stored");
      return planForQuantity(anyone(world), product, 3);
    }),
  );
  await archivePlan(ctx(), { id: sold[0]?.planId ?? "" });
  const found = await Promise.all(plans.map((id) => getPlan(ctx(), { id })));
  expect(found.map(({ active }) => active)).toEqual([false, true]);
  expect(found[0]?.archivedAt).toBeInstanceOf(Date);
});

test("a link to a subscription asks no questions, since their answers could not be stored", async () => {
  const fields = [{ key: "size", label: "Size", required: true }];
  const refused = {
    code: "invalid_request",
    info: { param: "fields", details: { reason: "fields_not_allowed" } },
  };
  const { id: productId } = await createProduct(ctx(), club);
  const wanted = { name: "Club", productId };
  await expect(createPaymentLink(ctx(), { ...wanted, fields })).rejects.toMatchObject(refused);
  const { id } = await createPaymentLink(ctx(), { ...wanted, fields: [] });
  await expect(updatePaymentLink(ctx(), { id, fields })).rejects.toMatchObject(refused);
  // One that was made before this was refused.
  await world.db`update payment_links set fields = ${world.db.json(fields)} where id = ${id}`;
  expect((await getPublicLink(anyone(world), { id })).fields).toEqual([]);
  const [opened] = await checkoutLink.runAll(world.db, [
    await checkoutLink.prepare(anyone(world), { id }),
  ]);
  expect(opened).toMatchObject({ sessionId: null });
  expect((await updatePaymentLink(ctx(), { id, fields: [] })).fields).toEqual([]);
});

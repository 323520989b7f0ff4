import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { updateProduct } from "@/lib/domain/storefronts/products/update-product";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import type { TestMerchant } from "@/testing/register-merchant";
import { createWorld, type World } from "@/testing/world";
import { archiveStorefront } from "./archive-storefront";
import { checkSlug } from "./check-slug";
import { getStorefront } from "./get-storefront";
import { publishStorefront } from "./publish-storefront";
import { saveStorefront } from "./save-storefront";
import { unpublishStorefront } from "./unpublish-storefront";

let world: World;
let ada: TestMerchant;
let bob: TestMerchant;

beforeAll(async () => {
  world = await createWorld();
  [ada, bob] = [world.merchant, await world.addMerchant()];
});
beforeEach(async () => {
  await world.db`delete from storefront_slugs`;
  await world.db`delete from storefronts`;
});
afterAll(() => world?.stop());

const shop = {
  slug: "aurora",
  name: "Aurora Coffee",
  description: null,
  logoUrl: null,
  coverImageUrl: null,
  accentColor: null,
} as const;
const of = (merchant: TestMerchant, mode: Mode = "test") =>
  world.merchantContext({ merchantId: merchant.id, mode });
const save = (merchant: TestMerchant, changes: object = {}, mode?: Mode) =>
  saveStorefront(of(merchant, mode), { ...shop, ...changes });
const refusal = (code: string, reason: string, param?: string) => ({
  code,
  info: { ...(param && { param }), details: expect.objectContaining({ reason }) },
});
const slugIs = (reason: string) => refusal("invalid_request", reason, "slug");
const product = (merchant: TestMerchant, changes: object = {}) =>
  createProduct(of(merchant), {
    name: "Coffee",
    description: null,
    price: 5n,
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: null,
    isActive: true,
    ...changes,
  });
const wait = (days: number) => world.db`
  update storefront_slugs set rests_until = rests_until - ${days} * interval '1 day'`;

test("a shop is a draft at first, and what was saved last", async () => {
  await expect(getStorefront(of(ada))).rejects.toMatchObject({ code: "not_found" });
  const made = await save(ada, { socialLinks: ["https://social.example/aurora"] });
  expect(made).toMatchObject({
    ...shop,
    ...{ object: "storefront", mode: "test", merchantId: ada.id, status: "draft" },
    socialLinks: ["https://social.example/aurora"],
    url: "http://localhost:3000/s/aurora?mode=test",
    ...{ publishedAt: null, archivedAt: null },
  });
  const changed = await save(ada, { name: "Aurora", accentColor: "#1a7f64" });
  expect(changed).toMatchObject({ id: made.id, name: "Aurora", socialLinks: [] });
  expect(await getStorefront(of(ada))).toEqual(changed);
  await expect(getStorefront(of(ada, "live"))).rejects.toMatchObject({ code: "not_found" });
  expect(await save(ada, {}, "live")).toMatchObject({ url: "http://localhost:3000/s/aurora" });
});

test("a slug is one shop's in its mode", async () => {
  await save(ada);
  await expect(save(bob)).rejects.toMatchObject(slugIs("slug_taken"));
  expect(await save(bob, {}, "live")).toMatchObject({ slug: "aurora" });
  await save(bob, { slug: "borealis" });
  await expect(save(bob)).rejects.toMatchObject(slugIs("slug_taken"));
  expect(await getStorefront(of(bob))).toMatchObject({ slug: "borealis" });
});

test("of those who want a slug at once one gets it, and each merchant has one shop", async () => {
  const wanting = [ada, bob, ada, bob, ada, bob, ada, bob].map((merchant) => save(merchant));
  const settled = await Promise.allSettled(wanting);
  const rows = await world.db`select merchant_id from storefronts`;
  expect(rows).toHaveLength(1);
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(4);
  for (const one of refused) expect(one).toMatchObject({ reason: slugIs("slug_taken") });
});

test("two shops that want each other's slugs at once both keep their own", async () => {
  await save(ada, { slug: "first" });
  await save(bob, { slug: "second" });
  const swaps = [save(ada, { slug: "second" }), save(bob, { slug: "first" })];
  for (const one of await Promise.allSettled(swaps)) {
    expect(one).toMatchObject({ status: "rejected", reason: slugIs("slug_taken") });
  }
});

test("whether a slug can be had is told before saving, as saving would, and nothing is taken by it", async () => {
  const check = async (merchant: TestMerchant, slug: string, mode?: Mode) => {
    const { available, reason } = await checkSlug(of(merchant, mode), { slug });
    expect(available).toBe(reason === null);
    return reason;
  };
  expect(await check(ada, "aurora")).toBeNull();
  await save(ada);
  expect(await check(ada, "aurora")).toBeNull();
  expect(await check(bob, "aurora")).toBe("slug_taken");
  expect(await check(bob, "aurora", "live")).toBeNull();
  expect(await check(bob, "admin")).toBe("slug_reserved");
  expect(await check(bob, "borealis")).toBeNull();
  await save(ada, { slug: "borealis" });
  expect(await check(ada, "aurora")).toBeNull();
  expect(await check(bob, "aurora")).toBe("slug_resting");
  await archiveStorefront(of(ada));
  for (const merchant of [ada, bob]) expect(await check(merchant, "borealis")).toBe("slug_resting");
  const { restsUntil } = await checkSlug(of(bob), { slug: "borealis" });
  await expect(save(bob, { slug: "borealis" })).rejects.toMatchObject({
    info: { details: { reason: "slug_resting", restsUntil: restsUntil?.toISOString() } },
  });
  await wait(30);
  expect(await check(bob, "borealis")).toBeNull();
  expect(await save(bob, { slug: "borealis" })).toMatchObject({ slug: "borealis" });
});

test("words that read as ours are no slugs", async () => {
  for (const slug of ["admin", "api", "store", "pay", "stipend", "www"]) {
    await expect(save(ada, { slug })).rejects.toMatchObject(slugIs("slug_reserved"));
  }
});

test("a slug that was left by renaming rests for everybody but its owner", async () => {
  await save(ada);
  await save(ada, { slug: "borealis" });
  await expect(save(bob)).rejects.toMatchObject(slugIs("slug_resting"));
  await wait(29);
  await expect(save(bob)).rejects.toMatchObject(slugIs("slug_resting"));
  expect(await save(ada)).toMatchObject({ slug: "aurora" });
  await save(ada, { slug: "borealis" });
  await wait(30);
  expect(await save(bob)).toMatchObject({ slug: "aurora" });
  await expect(save(ada)).rejects.toMatchObject(slugIs("slug_taken"));
});

test("an archived shop is over, and its slug rests for everybody", async () => {
  const { id } = await save(ada);
  const archived = await archiveStorefront(of(ada));
  expect(archived).toMatchObject({ id, status: "archived", archivedAt: expect.any(Date) });
  expect(await getStorefront(of(ada))).toEqual(archived);
  const ended = refusal("session_invalid_state", "already_archived");
  for (const verb of [archiveStorefront, publishStorefront, unpublishStorefront]) {
    await expect(verb(of(ada))).rejects.toMatchObject(ended);
  }
  for (const merchant of [ada, bob]) {
    await expect(save(merchant)).rejects.toMatchObject(slugIs("slug_resting"));
  }
  const next = await save(ada, { slug: "borealis" });
  expect(next).toMatchObject({ status: "draft" });
  expect(next.id).not.toBe(id);
  await wait(30);
  expect(await save(ada)).toMatchObject({ id: next.id, slug: "aurora" });
});

test("a shop is published with a product on sale, and taken back to a draft", async () => {
  await expect(publishStorefront(of(ada))).rejects.toMatchObject({ code: "not_found" });
  await save(ada);
  await expect(publishStorefront(of(ada))).rejects.toMatchObject(
    refusal("session_invalid_state", "no_active_product"),
  );
  const { id } = await product(ada);
  const open = await publishStorefront(of(ada));
  expect(open).toMatchObject({ status: "published", publishedAt: expect.any(Date) });
  expect(await publishStorefront(of(ada))).toEqual(open);
  expect(await save(ada, { name: "Aurora" })).toMatchObject({ status: "published" });
  expect(await unpublishStorefront(of(ada))).toMatchObject({ status: "draft" });
  expect(await unpublishStorefront(of(ada))).toMatchObject({ status: "draft" });
  await updateProduct(of(ada), { id, isActive: false });
  await expect(publishStorefront(of(ada))).rejects.toMatchObject(
    refusal("session_invalid_state", "no_active_product"),
  );
  // No visitor would see a subscription whose plan is archived.
  const { planId } = await product(ada, {
    ...{ type: "subscription", interval: "monthly", intervalCount: 1 },
  });
  await archivePlan(of(ada), { id: planId ?? "" });
  await expect(publishStorefront(of(ada))).rejects.toMatchObject(
    refusal("session_invalid_state", "no_active_product"),
  );
});

test("who cannot be paid cannot publish", async () => {
  await product(bob);
  await save(bob);
  for (const status of ["suspended", "closed"]) {
    await world.db`update merchants set status = ${status} where id = ${bob.id}`;
    await expect(publishStorefront(of(bob))).rejects.toMatchObject(
      refusal("permission_denied", `merchant_${status}`),
    );
  }
  await world.db`update merchants set status = 'active' where id = ${bob.id}`;
  const id = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${id}, 'Late Bakery')`;
  const late = { ...bob, id };
  await product(late);
  await save(late, { slug: "bakery" });
  await expect(publishStorefront(of(late))).rejects.toMatchObject(
    refusal("permission_denied", "merchant_not_registered"),
  );
});

test("changes of a shop are in the audit log", async () => {
  const { id } = await save(ada);
  await save(ada, { name: "Aurora" });
  await product(ada);
  await publishStorefront(of(ada));
  await unpublishStorefront(of(ada));
  await archiveStorefront(of(ada));
  const rows = await world.db<{ action: string; before: object; after: object }[]>`
    select action, before, after from audit_log where subject_id = ${id}`;
  const entries = new Map(rows.map(({ action, ...entry }) => [action, entry]));
  expect(entries.get("storefront.create")).toMatchObject({ before: null, after: shop });
  expect(entries.get("storefront.update")).toEqual({
    before: { name: "Aurora Coffee" },
    after: { name: "Aurora" },
  });
  expect(entries.get("storefront.publish")).toMatchObject({ after: { status: "published" } });
  expect(entries.get("storefront.unpublish")).toMatchObject({ after: { status: "draft" } });
  expect(entries.get("storefront.archive")).toMatchObject({ after: { status: "archived" } });
});

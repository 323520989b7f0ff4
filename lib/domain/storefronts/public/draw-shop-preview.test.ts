import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { putImageFile } from "@/lib/domain/platform/images/put-image-file";
import { createPaymentLink } from "@/lib/domain/storefronts/links/create-payment-link";
import { saveStorefront } from "@/lib/domain/storefronts/shop/save-storefront";
import { picture } from "@/testing/images";
import { anyone, openShop, type TestShop } from "@/testing/shops";
import { createWorld, type World } from "@/testing/world";
import { drawLinkPreview, drawShopPreview } from "./draw-shop-preview";

let world: World;
let shop: TestShop;

beforeAll(async () => {
  world = await createWorld();
  shop = await openShop(world);
});
afterAll(() => world?.stop());

const draw = (productId?: string, slug = shop.slug) =>
  drawShopPreview(anyone(world), { slug, mode: "test", productId });

/** The color of a point, which JPEG keeps nearly. */
async function colorAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const area = sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw();
  return [...(await area.toBuffer())].map((part) => Math.round(part / 16));
}
const near = (...color: number[]) => color.map((part) => Math.round(part / 16));

test("a shop's preview is drawn in its color, and anew when what it shows has changed", async () => {
  const before = await draw();
  const { format, width, height } = await sharp(before.bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1_200, height: 630 });
  expect((await draw()).bytes).toBe(before.bytes);
  await saveStorefront(shop.ctx(), {
    ...{ slug: shop.slug, name: "Aurora Coffee", description: null, logoUrl: null },
    ...{ coverImageUrl: null, accentColor: "#1a7f64" },
  });
  const after = await draw();
  expect(after.name).not.toBe(before.name);
  expect(await colorAt(after.bytes, 5, 300)).toEqual(near(0x1a, 0x7f, 0x64));
});

test("a product's preview shows its name, its price and its picture", async () => {
  const { id } = await shop.sell({ name: "Grinder", price: 3_000_000n });
  const plain = await draw(id);
  const pictured = await shop.sell({ name: "Grinder", price: 3_000_000n });
  expect((await draw(pictured.id)).name).toBe(plain.name);
  const dearer = await shop.sell({ name: "Grinder", price: 4_000_000n });
  expect((await draw(dearer.id)).name).not.toBe(plain.name);
  const bytes = await picture(900, 900).webp().toBuffer();
  const place = {
    merchantId: world.merchant.id,
    purpose: "product",
    subject: pictured.id,
  } as const;
  await transaction(world.db, (tx) => putImageFile(tx, place, { bytes, width: 900, height: 900 }));
  const { bytes: drawn } = await draw(pictured.id);
  expect(await colorAt(drawn, 1_100, 300)).toEqual(near(15, 92, 74));
});

test("a payment link's preview shows what is sold, with the price that is not the payer's to choose", async () => {
  const product = await shop.sell({ name: "Grinder", price: 3_000_000n });
  const own = { name: "Own", currency: "USDC" } as const;
  const wanted = [
    { name: "Own", productId: product.id },
    { ...own, amount: 5_000_000n },
    { ...own, amount: 5_000_000n },
    { ...own, minAmount: 1_000_000n, maxAmount: 9_000_000n },
  ];
  const links = await Promise.all(wanted.map((link) => createPaymentLink(shop.ctx(), link)));
  const drawn = await Promise.all(
    links.map(({ id }) => drawLinkPreview(anyone(world), { linkId: id })),
  );
  const names = drawn.map(({ name }) => name);
  expect(names[1]).toBe(names[2]);
  expect(new Set(names).size).toBe(3);
  const { width, height } = await sharp(drawn[0]?.bytes).metadata();
  expect({ width, height }).toEqual({ width: 1_200, height: 630 });
  const none = drawLinkPreview(anyone(world), { linkId: newId("paymentLink") });
  await expect(none).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["markup", '</span><span size="1"> & <b>'],
  ["controls", "a\u0001\u202eb\ufffe"],
  ["nothing to be seen", "\u200b\u200d\ufe0f"],
  ["blank letters", "\u3164\u1160"],
  ["letters that the font lacks", "日本語 👩‍👩‍👧‍👦"],
  ["the longest word", "W".repeat(120)],
  ["piled marks", `Z${"\u0351\u0363".repeat(59)}`],
])("a name of %s is drawn", async (_, name) => {
  const { id } = await shop.sell({ name, price: 2n ** 256n - 1n });
  const { width } = await sharp((await draw(id)).bytes).metadata();
  expect(width).toBe(1_200);
});

test("a product that is not on sale, and a shop that is not there, have none", async () => {
  const { id } = await shop.sell({ isActive: false });
  await expect(draw(id)).rejects.toMatchObject({ code: "not_found" });
  await expect(draw(undefined, "no-such-shop")).rejects.toMatchObject({ code: "not_found" });
});

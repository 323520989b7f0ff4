import { randomBytes } from "node:crypto";
import { lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { getProduct } from "@/lib/domain/storefronts/products/get-product";
import { checkoutProduct } from "@/lib/domain/storefronts/public/checkout-product";
import { publishStorefront } from "@/lib/domain/storefronts/shop/publish-storefront";
import { saveStorefront } from "@/lib/domain/storefronts/shop/save-storefront";
import type { World } from "./world";

/** A product that is sold once, without a counted stock. */
export const coffee = {
  name: "Coffee",
  description: null,
  price: 12_500_000n,
  currency: "USDC",
  type: "one_time",
  interval: null,
  intervalCount: null,
  stock: null,
  isActive: true,
} as const;

/** What is put on sale in a test. */
type ProductOptions = Partial<Omit<Parameters<typeof createProduct>[1], "type">>;

/** Anybody, as public endpoints see them. */
export const anyone = (world: World): Context<PublicActor> => ({
  ...world.systemContext(),
  actor: { kind: "public", ip: "203.0.113.7" },
});

/** A published shop of the world's merchant, and what is done with it. */
export async function openShop(
  world: World,
  { mode = "test" as Mode, merchantId = world.merchant.id } = {},
) {
  const ctx = () => world.merchantContext({ mode, merchantId });
  const slug = `shop-${randomBytes(8).toString("hex")}`;
  const sell = (wanted: ProductOptions = {}) => createProduct(ctx(), { ...coffee, ...wanted });
  await sell();
  await saveStorefront(ctx(), {
    ...{ slug, name: "Aurora Coffee", description: null, logoUrl: null },
    ...{ coverImageUrl: null, accentColor: null },
  });
  await publishStorefront(ctx());
  return {
    slug,
    ctx,
    sell,
    look: (id: string) => getProduct(ctx(), { id }),
    buy: (productId: string, said: object = {}) => buy(world, { slug, productId, ...said }),
  };
}

export type TestShop = Awaited<ReturnType<typeof openShop>>;

/** Buys as anybody. @throws Refusal */
async function buy(world: World, input: Parameters<typeof checkoutProduct.prepare>[1]) {
  const prepared = await checkoutProduct.prepare(anyone(world), input);
  const [opened] = await checkoutProduct.runAll(world.db, [prepared]);
  if (!opened || opened instanceof Refusal) throw opened;
  return opened;
}

/** Writes down that a payer was asked to sign for a session, which can be executed until then. */
export async function askToSign(world: World, sessionId: string, validBefore: Date): Promise<void> {
  const random = (bytes: number) => lowerHex(`0x${randomBytes(bytes).toString("hex")}`);
  const request = { sessionId, payer: random(20), signatures: 1, nonce: random(32), validBefore };
  await world.db`insert into signing_requests ${world.db(request)}`;
}

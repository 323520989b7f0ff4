import { createHash } from "node:crypto";
import { drawPreview, type Preview } from "@/lib/adapters/images/draw-preview";
import { ImagesBusy } from "@/lib/adapters/images/turns";
import type { LinkPage, ShopPage, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { toDecimal } from "@/lib/core/amounts/money";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { readableAccent } from "@/lib/core/storefronts/accent-color";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { loadImage } from "@/lib/domain/platform/images/load-image";
import { loadLinkPage } from "@/lib/domain/storefronts/links/load-link-page";
import { loadProductPage, loadShopPage } from "./load-shop-page";

interface ShopAddress {
  readonly slug: string;
  readonly mode: Mode;
  readonly productId?: string | undefined;
}

/** A drawn picture, and a name that it has for as long as it stays the same. */
export interface DrawnPreview {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a preview shows, with the addresses of its pictures. */
type Facts = Omit<Preview, "logo" | "picture"> & {
  readonly logo: string | null;
  readonly picture: string | null;
};

/** Of a shop that has chosen none. */
const OWN_ACCENT = "#1d4ed8";
/** Some 60 kB each. */
const MOST_KEPT = 100;
/** The last ones that were drawn, by name. */
const kept = new Map<string, Promise<Buffer>>();

/**
 * Draws the picture of a shop, or of one of its products, for link previews.
 * @returns a JPEG
 * @throws Refusal `not_found`: the shop, or the product is not on sale; with `closed`
 * @throws Refusal `rate_limited`: too many pictures are being drawn
 */
export async function drawShopPreview(
  ctx: Context<PublicActor>,
  { productId, ...address }: ShopAddress,
): Promise<DrawnPreview> {
  return productId === undefined
    ? drawFacts(ctx, factsOf(await loadShopPage(ctx, address)))
    : drawFacts(ctx, factsOf(await loadProductPage(ctx, { ...address, productId })));
}

/**
 * Draws the picture of a payment link for link previews.
 * @returns a JPEG
 * @throws Refusal `not_found`
 * @throws Refusal `rate_limited`: too many pictures are being drawn
 */
export async function drawLinkPreview(
  ctx: Context<PublicActor>,
  link: { readonly linkId: string },
): Promise<DrawnPreview> {
  return drawFacts(ctx, factsOfLink(await loadLinkPage(ctx, link)));
}

/** One that has not changed since is not drawn again while it is among the last hundred. */
async function drawFacts(ctx: Context<PublicActor>, facts: Facts): Promise<DrawnPreview> {
  const name = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32);
  const drawing = kept.get(name) ?? draw(ctx, facts);
  keep(name, drawing);
  try {
    return { name, bytes: await drawing };
  } catch (error) {
    kept.delete(name);
    if (!(error instanceof ImagesBusy)) throw error;
    throw new Refusal("rate_limited", "Too many pictures are being drawn: try again.", {
      details: { reason: "too_many_requests" },
      retryAfterSeconds: 2,
    });
  }
}

function factsOf({ shop, product }: ShopPage & { product?: ShopProduct }): Facts {
  const accent = readableAccent(shop.accentColor ?? OWN_ACCENT, "light");
  const { host } = new URL(shop.url);
  const logo = shop.logoUrl;
  if (!product) {
    return { title: shop.name, site: host, note: null, accent, logo, picture: shop.coverImageUrl };
  }
  const note = `${toDecimal(product.price)} ${product.currency}`;
  const picture = product.imageUrl ?? shop.coverImageUrl;
  return { title: product.name, site: shop.name, note, accent, logo, picture };
}

/** Without a price where the payer chooses it. */
function factsOfLink({ link, merchant }: LinkPage): Facts {
  const { product } = link;
  const price = product?.price ?? link.amount;
  const currency = product?.currency ?? link.currency;
  return {
    title: product?.name ?? link.name,
    site: merchant.name,
    note: price === null || currency === null ? null : `${toDecimal(price)} ${currency}`,
    accent: OWN_ACCENT,
    logo: merchant.logo?.path ?? null,
    picture: product?.imageUrl ?? null,
  };
}

async function draw({ db }: Context<PublicActor>, facts: Facts): Promise<Buffer> {
  const stored = (url: string | null) =>
    url === null ? null : loadImage(db, url.slice(url.lastIndexOf("/") + 1));
  const [logo, picture] = await Promise.all([stored(facts.logo), stored(facts.picture)]);
  return drawPreview({ ...facts, logo, picture });
}

function keep(name: string, drawing: Promise<Buffer>): void {
  kept.delete(name);
  kept.set(name, drawing);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

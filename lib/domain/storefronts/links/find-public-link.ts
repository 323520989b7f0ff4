import type { Db } from "@/db/client";
import type { linkClosures } from "@/lib/contract/storefronts/public-links";
import { notFound } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import { availableOf } from "@/lib/domain/storefronts/products/view";
import { type ShownProduct, selectShown } from "@/lib/domain/storefronts/public/shown-products";
import type { StoredLink } from "./link-rows";

type LinkClosure = (typeof linkClosures)[number];

/**
 * A link for anybody: with its product while that is on sale, and why nothing can be paid now. A link to a subscription
 * asks for no fields.
 */
export interface PublicLink {
  readonly link: StoredLink & { readonly merchantStatus: MerchantStatus; readonly now: Date };
  readonly product: ShownProduct | null;
  readonly closedBy: LinkClosure | null;
}

/**
 * A payment link, for each visitor who has its address.
 * @throws Refusal `not_found`
 */
export async function findPublicLink(db: Db, id: string): Promise<PublicLink> {
  const [link] = await db<PublicLink["link"][]>`
    select l.*, m.status as merchant_status, clock_now() as now
    from payment_links l join merchants m on m.id = l.merchant_id where l.id = ${id}`;
  if (!link) throw notFound("payment link");
  const [product = null] = link.productId
    ? await db<ShownProduct[]>`${selectShown(db, link)} and p.id = ${link.productId}`
    : [];
  const fields = product?.planId ? [] : link.fields;
  return { link: { ...link, fields }, product, closedBy: closureOf(link, product) };
}

function closureOf(link: PublicLink["link"], product: ShownProduct | null): LinkClosure | null {
  if (link.merchantStatus !== "active") return `merchant_${link.merchantStatus}`;
  if (!link.active) return "link_inactive";
  if (link.productId !== null && !product) return "not_on_sale";
  return product && availableOf(product) === 0 ? "out_of_stock" : null;
}

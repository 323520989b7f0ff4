import type { InputOf } from "@/lib/contract/endpoint";
import type { listProducts as declaration } from "@/lib/contract/storefronts/storefront-products";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { isOnSale, type ProductRow, selectProducts } from "./product-rows";
import { isInBrowser, type ProductView, viewProduct } from "./view";

/**
 * Lists the merchant's products, newest first; for a publishable key those on sale alone.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listProducts(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<ProductView>> {
  const { db, actor } = ctx;
  const wanted = input.active === undefined ? db`` : db`and p.is_active = ${input.active}`;
  const shown = isInBrowser(actor) || input.active ? db`and ${isOnSale(db)}` : db``;
  const listed = db<ProductRow[]>`
    ${selectProducts(db)}
    where ${ownedBy(db, actor, "p")} and ${inPage(db, "p", input)} ${wanted} ${shown}`;
  const rows = await newestFirst(db, "p", listed, input);
  return toPage(rows, input, "/v1/storefront/products", viewProduct);
}

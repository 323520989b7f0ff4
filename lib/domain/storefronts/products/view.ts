import type { z } from "zod";
import type { product } from "@/lib/contract/storefronts/product-fields";
import type { MerchantActor } from "@/lib/domain/platform/context";
import type { ProductRow, StoredProduct } from "./product-rows";

export type ProductView = z.output<typeof product>;

/** Pieces that can be bought now; null where they are not counted. No stock stops a subscription, which takes none. */
export function availableOf({
  type,
  stock,
  reserved,
}: Pick<StoredProduct, "type" | "stock" | "reserved">): number | null {
  if (stock === null || (type === "subscription" && stock > 0)) return null;
  return Math.max(0, stock - reserved);
}

/** A product as its merchant sees it. */
export const viewProduct = (row: ProductRow): ProductView => ({
  ...row,
  object: "product",
  available: availableOf(row),
});

/** A publishable key is in a browser's hands: it sees what is on sale. */
export const isInBrowser = (actor: MerchantActor): boolean =>
  actor.kind === "key" && actor.keyKind === "publishable";

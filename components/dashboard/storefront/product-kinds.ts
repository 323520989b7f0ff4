import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getProduct } from "@/lib/contract/storefronts/storefront-products";

export type Product = ReceivedOutput<typeof getProduct>;

/** The path of the endpoint that lists products. */
export const productsPath = "/v1/storefront/products";

/** Products in the order of the shop: by their place, then the older one first. */
export const inShopOrder = (products: readonly Product[]): Product[] =>
  products.toSorted(compareInShop);

/** Negative where the first product stands before the second in the shop. */
export function compareInShop(one: Product, other: Product): number {
  if (one.sortOrder !== other.sortOrder) return one.sortOrder - other.sortOrder;
  return one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0;
}

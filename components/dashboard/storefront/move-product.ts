import { compareInShop, type Product } from "./product-kinds";

/** Moves one of the products by one place; the same products where it is at the end. */
export function moved(products: readonly Product[], id: string, by: 1 | -1): readonly Product[] {
  const from = products.findIndex((product) => product.id === id);
  const to = from + by;
  const [one, other] = [products[from], products[to]];
  if (!one || !other) return products;
  return products.with(from, other).with(to, one);
}

/**
 * The products whose place has to change so that the shop shows them in this order, with their new place. Each keeps
 * its place if it can: products of the same place stand in the order of their creation.
 */
export function newPlaces(products: readonly Product[]): { id: string; sortOrder: number }[] {
  const changes: { id: string; sortOrder: number }[] = [];
  let before: Product | undefined;
  for (const product of products) {
    let placed = product;
    if (before && compareInShop(before, product) >= 0) {
      const isYounger = product.createdAt > before.createdAt;
      placed = { ...product, sortOrder: before.sortOrder + (isYounger ? 0 : 1) };
      changes.push({ id: placed.id, sortOrder: placed.sortOrder });
    }
    before = placed;
  }
  return changes;
}

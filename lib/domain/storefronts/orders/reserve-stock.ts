import type { TransactionSql } from "@/db/client";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { Sale } from "./sale";

/**
 * Reserves the pieces of sales whose stock is counted: each has all of its pieces or none. A product's row is locked by
 * the update and, of several, in the order of their ids, as everywhere.
 * @returns those whose pieces are reserved, and those that need none
 */
export async function reserveStock(
  tx: TransactionSql,
  sales: readonly Sale[],
): Promise<ReadonlySet<Sale>> {
  const admitted = new Set(sales.filter(({ item }) => !item.isCounted));
  const counted = sales.filter(({ item }) => item.isCounted);
  const products = [...new Set(counted.map(({ item }) => item.productId))].sort();
  for (const id of products) {
    const wanting = counted.filter(({ item }) => item.productId === id);
    for (const sale of await reserveFor(tx, wanting)) admitted.add(sale);
  }
  return admitted;
}

/** All sales of one product at once; one by one where not all of them can have what they want. */
async function reserveFor(tx: TransactionSql, sales: readonly Sale[]): Promise<readonly Sale[]> {
  if (await reserve(tx, sales)) return sales;
  if (sales.length === 1) return [];
  const served: Sale[] = [];
  for (const sale of sales) {
    if (await reserve(tx, [sale])) served.push(sale);
  }
  return served;
}

async function reserve(tx: TransactionSql, sales: readonly Sale[]): Promise<boolean> {
  const [first] = sales;
  if (!first) return true;
  const pieces = sales.reduce((sum, { item }) => sum + item.quantity, 0);
  const { count } = await tx`
    update storefront_products set reserved = reserved + ${pieces}::int
    where id = ${first.item.productId} and ${ownedBy(tx, first.owner)}
      and (stock is null or stock - reserved >= ${pieces}::int)`;
  return count === 1;
}

/**
 * How many pieces were left for sales that were refused.
 * @returns by sale, always fewer than it wants; none for sales of one piece, for which nothing was left
 */
export async function findLeft(
  tx: TransactionSql,
  refused: readonly Sale[],
): Promise<ReadonlyMap<Sale, number>> {
  const several = refused.filter(({ item }) => item.quantity > 1);
  const left = new Map<string | null, number>();
  for (const { item, owner } of several) {
    if (left.has(item.productId)) continue;
    const [product] = await tx<{ left: number }[]>`
      select greatest(stock - reserved, 0) as left from storefront_products
      where id = ${item.productId} and ${ownedBy(tx, owner)}`;
    left.set(item.productId, product?.left ?? 0);
  }
  // Pieces may have been given back since the refusal.
  const leftFor = ({ item: { productId, quantity } }: Sale) =>
    Math.min(left.get(productId) ?? 0, quantity - 1);
  return new Map(several.map((sale) => [sale, leftFor(sale)]));
}

/** Gives back what is reserved for sales, in the same transaction. */
export async function giveBack(tx: TransactionSql, sales: readonly Sale[]): Promise<void> {
  for (const { item, owner } of sales) {
    if (!item.isCounted) continue;
    await tx`
      update storefront_products set reserved = reserved - ${item.quantity}::int
      where id = ${item.productId} and ${ownedBy(tx, owner)}`;
  }
}

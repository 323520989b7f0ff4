import { expect, test } from "vitest";
import { moved, newPlaces } from "./move-product";
import { inShopOrder, type Product } from "./product-kinds";

const product = (id: string, sortOrder: number, day: number) =>
  ({ id, sortOrder, createdAt: `2026-04-0${day}T12:00:00.000Z` }) as Product;
const names = (products: readonly Product[]) => products.map(({ id }) => id).join("");

/** The shop after the places of a move are stored. */
function afterMove(products: readonly Product[], id: string, by: 1 | -1) {
  const changes = newPlaces(moved(products, id, by));
  const places = new Map(changes.map((change) => [change.id, change.sortOrder]));
  const shop = products.map((one) => ({ ...one, sortOrder: places.get(one.id) ?? one.sortOrder }));
  return { order: names(inShopOrder(shop)), changes };
}

const distinct = [product("a", 0, 1), product("b", 1, 2), product("c", 2, 3), product("d", 3, 4)];
const tied = distinct.map((one) => ({ ...one, sortOrder: 0 }));
// The older one was moved behind.
const mixed = [product("b", 0, 2), product("c", 0, 3), product("a", 4, 1), product("d", 4, 4)];

test.each([
  ["distinct places", distinct],
  ["one place for all", tied],
  ["places that were changed before", mixed],
])("with %s every product can go up and down by one", (_, products) => {
  for (const { id } of products) {
    for (const by of [1, -1] as const) {
      expect(afterMove(products, id, by).order).toBe(names(moved(products, id, by)));
    }
  }
});

test("with distinct places a move changes few products", () => {
  expect(afterMove(distinct, "d", -1).changes).toEqual([{ id: "c", sortOrder: 4 }]);
});

test("the first does not go up, the last does not go down, and nothing changes then", () => {
  expect(newPlaces(moved(distinct, "a", -1))).toEqual([]);
  expect(newPlaces(moved(distinct, "d", 1))).toEqual([]);
});

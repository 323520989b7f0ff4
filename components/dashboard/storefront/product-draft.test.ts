import { expect, test } from "vitest";
import { createProduct } from "@/lib/contract/storefronts/storefront-products";
import { changeOf, draftOf, fieldsOf, newDraft } from "./product-draft";
import type { Product } from "./product-kinds";

const draft = { ...newDraft, name: " Beans ", price: "12.5" };

test("a product that is sold once has no interval, and no stock unless it is counted", () => {
  const fields = fieldsOf(draft);
  expect(fields).toEqual({
    name: "Beans",
    description: null,
    type: "one_time",
    price: "12500000",
    currency: "USDC",
    interval: null,
    intervalCount: null,
    stock: null,
    imageUrl: null,
    isActive: true,
  });
  expect(createProduct.body?.safeParse(fields).success).toBe(true);
  expect(fieldsOf({ ...draft, isCounted: true, stock: "0" })).toMatchObject({ stock: 0 });
});

test("a subscription is sent with its interval", () => {
  const fields = fieldsOf({ ...draft, type: "subscription", intervalCount: "2" });
  expect(fields).toMatchObject({ interval: "monthly", intervalCount: 2 });
  expect(createProduct.body?.safeParse(fields).success).toBe(true);
});

test.each([
  { name: "" },
  { price: "0" },
  { isCounted: true, stock: "" },
  { type: "subscription", intervalCount: "366" } as const,
])("a product with %o is not sent", (change) => {
  expect(fieldsOf({ ...draft, ...change })).toBeNull();
});

test("a change has only the fields that were typed anew", () => {
  const fields = fieldsOf({ ...draft, isCounted: true, stock: "4" });
  const product = { id: "prod_1", onSale: true, ...fields } as Product;
  const typed = fieldsOf({ ...draftOf(product), price: "13" });
  expect(typed && changeOf(product, typed)).toEqual({ id: "prod_1", price: "13000000" });
});

test("a product whose plan was archived is put on sale again by saving it, unless it is hidden", () => {
  const product = { id: "prod_1", onSale: false, ...fieldsOf(draft) } as Product;
  const typed = fieldsOf(draftOf(product));
  expect(typed && changeOf(product, typed)).toEqual({ id: "prod_1", isActive: true });
  const hidden = { ...product, isActive: false };
  const unchanged = fieldsOf(draftOf(hidden));
  expect(unchanged && changeOf(hidden, unchanged)).toEqual({ id: "prod_1" });
});

import { expect, test } from "vitest";
import { changeBy } from "./change-by";

test.each([
  ["POST", "/v1/storefront", "storefront"],
  ["POST", "/v1/storefront/publish", "storefront"],
  ["POST", "/v1/storefront/products", "product"],
  ["PATCH", "/v1/storefront/products/{id}", "product"],
  ["POST", "/v1/storefront/products/{id}/archive", "product"],
  ["PATCH", "/v1/payment-links/{id}", "payment_link"],
  ["POST", "/v1/subscription-plans", "subscription_plan"],
])("%s %s changes a %s", (method, path, type) => {
  const changed = changeBy({ method, path }, { id: "x_1" });
  expect(changed).toEqual({ type: "page.changed", resource: { type, id: "x_1" } });
});

test("what reads, and what is no object's, changes nothing", () => {
  expect(changeBy({ method: "GET", path: "/v1/storefront/products" }, { id: "x" })).toBeNull();
  expect(changeBy({ method: "POST", path: "/v1/auth/sync" }, null)).toBeNull();
});

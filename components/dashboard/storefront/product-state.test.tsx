import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ProductState } from "./product-state";

const archivedAt = "2026-01-01T00:00:00Z";

test.each([
  ["On sale", { isActive: true, onSale: true, archivedAt: null }],
  ["Plan archived", { isActive: true, onSale: false, archivedAt: null }],
  ["Hidden", { isActive: false, onSale: false, archivedAt: null }],
  ["Archived", { isActive: false, onSale: false, archivedAt }],
])("the merchant reads of a product: %s", (word, product) => {
  expect(renderToString(<ProductState {...product} />).replaceAll(/<[^>]+>/g, "")).toBe(word);
});

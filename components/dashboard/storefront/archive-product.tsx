"use client";

import { ArchiveObject } from "@/components/dashboard/detail/archive-object";
import { useApi } from "@/components/dashboard/shell/acting-context";
import type { archiveProduct } from "@/lib/contract/storefronts/storefront-products";
import { type Product, productsPath } from "./product-kinds";

const path = `${productsPath}/{id}` as const;
const route = { method: "POST", path: `${path}/archive` } as const;

/** Takes a product off sale for good. */
export function ArchiveProduct({ product, onDone }: { product: Product; onDone(): void }) {
  const api = useApi();
  const archive = (input: { id: string }) => api<typeof archiveProduct>(route, input);
  return (
    <ArchiveObject<Product>
      object={product}
      noun="product"
      path={path}
      route={route}
      archive={archive}
      onDone={onDone}
    >
      Buyers can’t buy it any more, in the shop or by payment links. This can’t be undone.
      {product.planId !== null &&
        " Its plan is archived as well. Existing subscribers keep paying."}
    </ArchiveObject>
  );
}

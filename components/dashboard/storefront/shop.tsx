"use client";

import { useState } from "react";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { Product } from "./product-kinds";
import { draftOf, draftOver, type ShopDraft, type Storefront } from "./shop-draft";
import { ShopForm } from "./shop-form";
import { type ShopPictures, ShopPreview } from "./shop-preview";
import { ShopClosing, ShopStatus } from "./shop-status";
import { useAllProducts } from "./use-all-products";
import { useShop } from "./use-shop";

interface Props {
  /** The shop, or the last one where all are archived; null before the first. */
  first: Storefront | null;
  businessName: string;
  isRegistered: boolean;
  pictures: ShopPictures;
  /** Those on sale. */
  products: FirstPage<Product> | null;
}

/** The business's shop: whether it is open, its form, and beside it what visitors see. */
export function Shop({ first, businessName, isRegistered, pictures, products }: Props) {
  const { shop, setShop } = useShop(first);
  const [base, setBase] = useState(() => draftOf(first, businessName));
  const [draft, setDraft] = useState(base);
  const onSale = useAllProducts({ active: "true" }, products);
  const current = shop?.status === "archived" ? null : shop;
  const take = (changed: Storefront, sent: ShopDraft = base) => {
    const stored = draftOf(changed, businessName);
    // What was typed since is kept; after archiving the next shop needs another address.
    setDraft((now) => (changed.status === "archived" ? stored : draftOver(now, sent, stored)));
    setBase(stored);
    setShop(changed);
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="grid min-w-0 gap-5">
        <ShopStatus
          shop={shop}
          hasProduct={onSale.products.length > 0}
          isRegistered={isRegistered}
          onChanged={(changed) => take(changed)}
        />
        <ShopForm
          shop={current}
          base={base}
          draft={draft}
          onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          onSaved={take}
        />
        <ShopClosing shop={shop} onChanged={(changed) => take(changed)} />
      </div>
      <ShopPreview draft={draft} pictures={pictures} products={onSale.products} />
    </div>
  );
}

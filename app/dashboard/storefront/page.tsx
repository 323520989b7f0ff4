import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Shop } from "@/components/dashboard/storefront/shop";
import * as storefrontProducts from "@/lib/contract/storefronts/storefront-products";
import * as storefronts from "@/lib/contract/storefronts/storefronts";
import { listProducts } from "@/lib/domain/storefronts/products/list-products";
import { getStorefront } from "@/lib/domain/storefronts/shop/get-storefront";
import { isRegistered } from "@/lib/domain/storefronts/shop/is-registered";
import { readPictures } from "@/lib/domain/storefronts/shop/read-pictures";
import { readFirstPage, readOwn } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Storefront" };

export default async function StorefrontPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/storefront", searchParams);
  const { ctx, business, frame } = visit;
  const { mode } = frame;
  const shop = await readOwn(visit, storefronts.getStorefront, getStorefront);
  const onSale = { active: "true" };
  const { listProducts: declaration } = storefrontProducts;
  const products = await readFirstPage(visit, declaration, listProducts, onSale);
  const merchantId = business?.id;
  return (
    <BusinessPage
      title="Storefront"
      text="A page that sells your products. You don’t need a site of your own."
      width="data"
    >
      {merchantId && (
        <Shop
          key={`${merchantId} ${mode}`}
          first={shop}
          businessName={business.name}
          isRegistered={await isRegistered(ctx.db, { merchantId, mode })}
          pictures={await readPictures(ctx.db, { merchantId, shopId: shop?.id ?? null })}
          products={products}
        />
      )}
    </BusinessPage>
  );
}

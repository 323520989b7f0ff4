import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NewProductButton } from "@/components/dashboard/storefront/new-product-button";
import { Products } from "@/components/dashboard/storefront/products";
import * as storefrontProducts from "@/lib/contract/storefronts/storefront-products";
import { listProducts } from "@/lib/domain/storefronts/products/list-products";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Products" };

export default async function ProductsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/storefront/products", searchParams);
  const first = await readFirstPage(visit, storefrontProducts.listProducts, listProducts);
  return (
    <BusinessPage
      title="Products"
      text="Everything your shop and payment links sell, in the order of the shop."
      width="data"
      action={<NewProductButton />}
    >
      <Products first={first} />
    </BusinessPage>
  );
}

import * as products from "@/lib/contract/storefronts/storefront-products";
import { archiveProduct } from "@/lib/domain/storefronts/products/archive-product";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(products.archiveProduct, archiveProduct),
});

import * as products from "@/lib/contract/storefronts/storefront-products";
import { getProduct } from "@/lib/domain/storefronts/products/get-product";
import { updateProduct } from "@/lib/domain/storefronts/products/update-product";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(products.getProduct, getProduct),
  PATCH: serve(products.updateProduct, updateProduct),
});

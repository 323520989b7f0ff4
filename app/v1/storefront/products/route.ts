import * as products from "@/lib/contract/storefronts/storefront-products";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { listProducts } from "@/lib/domain/storefronts/products/list-products";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(products.listProducts, listProducts),
  POST: serve(products.createProduct, createProduct),
});

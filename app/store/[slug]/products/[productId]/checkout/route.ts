import * as publicStore from "@/lib/contract/storefronts/public-store";
import { checkoutProduct } from "@/lib/domain/storefronts/public/checkout-product";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(publicStore.checkoutProduct, checkoutProduct),
});

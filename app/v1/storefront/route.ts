import * as storefronts from "@/lib/contract/storefronts/storefronts";
import { getStorefront } from "@/lib/domain/storefronts/shop/get-storefront";
import { saveStorefront } from "@/lib/domain/storefronts/shop/save-storefront";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(storefronts.getStorefront, getStorefront),
  POST: serve(storefronts.saveStorefront, saveStorefront),
});

import * as storefronts from "@/lib/contract/storefronts/storefronts";
import { unpublishStorefront } from "@/lib/domain/storefronts/shop/unpublish-storefront";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(storefronts.unpublishStorefront, unpublishStorefront),
});

import * as links from "@/lib/contract/storefronts/public-links";
import { checkoutLink } from "@/lib/domain/storefronts/links/checkout-link";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(links.checkoutLink, checkoutLink),
});

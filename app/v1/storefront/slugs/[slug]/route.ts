import * as storefronts from "@/lib/contract/storefronts/storefronts";
import { checkSlug } from "@/lib/domain/storefronts/shop/check-slug";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(storefronts.checkSlug, checkSlug),
});

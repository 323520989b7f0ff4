import * as links from "@/lib/contract/storefronts/public-links";
import { getPublicLink } from "@/lib/domain/storefronts/links/get-public-link";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(links.getPublicLink, getPublicLink),
});

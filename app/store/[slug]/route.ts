import * as publicStore from "@/lib/contract/storefronts/public-store";
import { getStore } from "@/lib/domain/storefronts/public/get-store";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(publicStore.getStore, getStore),
});

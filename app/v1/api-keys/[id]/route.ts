import * as apiKeys from "@/lib/contract/api-keys";
import { getApiKey } from "@/lib/domain/identity/api-keys/get-api-key";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.getApiKey, getApiKey),
});

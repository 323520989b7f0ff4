import * as apiKeys from "@/lib/contract/identity/api-keys";
import { getApiKey } from "@/lib/domain/identity/api-keys/get-api-key";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.getApiKey, getApiKey),
});

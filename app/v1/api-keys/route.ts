import * as apiKeys from "@/lib/contract/identity/api-keys";
import { createApiKey } from "@/lib/domain/identity/api-keys/create-api-key";
import { listApiKeys } from "@/lib/domain/identity/api-keys/list-api-keys";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.listApiKeys, listApiKeys),
  POST: serve(apiKeys.createApiKey, createApiKey),
});

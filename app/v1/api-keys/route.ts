import * as apiKeys from "@/lib/contract/api-keys";
import { createApiKey } from "@/lib/domain/identity/api-keys/create-api-key";
import { listApiKeys } from "@/lib/domain/identity/api-keys/list-api-keys";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.listApiKeys, listApiKeys),
  POST: serve(apiKeys.createApiKey, createApiKey),
});

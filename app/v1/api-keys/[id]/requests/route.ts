import * as apiKeys from "@/lib/contract/identity/api-keys";
import { listKeyRequests } from "@/lib/domain/identity/api-keys/list-key-requests";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.listApiKeyRequests, listKeyRequests),
});

import * as apiKeys from "@/lib/contract/api-keys";
import { listKeyRequests } from "@/lib/domain/identity/api-keys/list-key-requests";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(apiKeys.listApiKeyRequests, listKeyRequests),
});

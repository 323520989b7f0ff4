import * as apiKeys from "@/lib/contract/api-keys";
import { revokeApiKey } from "@/lib/domain/identity/api-keys/revoke-api-key";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(apiKeys.revokeApiKey, revokeApiKey),
});

import * as apiKeys from "@/lib/contract/identity/api-keys";
import { revealSuccessor } from "@/lib/domain/identity/api-keys/reveal-successor";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(apiKeys.revealApiKeySuccessor, revealSuccessor),
});

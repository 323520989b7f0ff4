import * as apiKeys from "@/lib/contract/api-keys";
import { revealSuccessor } from "@/lib/domain/identity/api-keys/reveal-successor";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(apiKeys.revealApiKeySuccessor, revealSuccessor),
});

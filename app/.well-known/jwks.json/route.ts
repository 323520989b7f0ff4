import { getSigningKeys } from "@/lib/contract/webhooks/signing-keys";
import { publishedKeys } from "@/lib/domain/identity/signing-keys";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(getSigningKeys, publishedKeys),
});

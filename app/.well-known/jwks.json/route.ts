import { getSigningKeys } from "@/lib/contract/signing-keys";
import { publishedKeys } from "@/lib/domain/identity/signing-keys";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(getSigningKeys, publishedKeys),
});

import { mintAccessToken as declaration } from "@/lib/contract/identity/identity-account";
import { mintAccessToken } from "@/lib/domain/identity/access-token";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, mintAccessToken),
});

import { mintAccessToken as declaration } from "@/lib/contract/identity-account";
import { mintAccessToken } from "@/lib/domain/identity/access-token";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, mintAccessToken),
});

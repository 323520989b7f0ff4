import { revokeSession as declaration } from "@/lib/contract/identity/identity-account";
import { revokeSession } from "@/lib/domain/identity/own-account";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  DELETE: serveIdentity(declaration, revokeSession),
});

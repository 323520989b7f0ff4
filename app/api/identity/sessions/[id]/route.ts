import { revokeSession as declaration } from "@/lib/contract/identity-account";
import { revokeSession } from "@/lib/domain/identity/own-account";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  DELETE: serveIdentity(declaration, revokeSession),
});

import { unlinkIdentity as declaration } from "@/lib/contract/identity/identity-providers";
import { unlinkIdentity } from "@/lib/domain/identity/identities/link-identity";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  DELETE: serveIdentity(declaration, unlinkIdentity),
});

import { changePassword as declaration } from "@/lib/contract/identity/identity-account";
import { changePassword } from "@/lib/domain/identity/passwords";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, changePassword),
});

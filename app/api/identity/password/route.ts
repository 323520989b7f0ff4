import { changePassword as declaration } from "@/lib/contract/identity-account";
import { changePassword } from "@/lib/domain/identity/passwords";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, changePassword),
});

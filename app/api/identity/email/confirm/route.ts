import { changeEmail as declaration } from "@/lib/contract/identity/identity-account";
import { changeEmail } from "@/lib/domain/identity/change-email";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, changeEmail),
});

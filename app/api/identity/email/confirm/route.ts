import { changeEmail as declaration } from "@/lib/contract/identity-account";
import { changeEmail } from "@/lib/domain/identity/change-email";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, changeEmail),
});

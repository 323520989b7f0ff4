import { resetPassword as declaration } from "@/lib/contract/identity";
import { resetPassword } from "@/lib/domain/identity/passwords";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, resetPassword),
});

import { stepUp as declaration } from "@/lib/contract/identity/identity-account";
import { stepUp } from "@/lib/domain/identity/step-up";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, stepUp),
});

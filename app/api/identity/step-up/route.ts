import { stepUp as declaration } from "@/lib/contract/identity-account";
import { stepUp } from "@/lib/domain/identity/step-up";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, stepUp),
});

import { askToStepUp as declaration } from "@/lib/contract/identity-account";
import { askToStepUp } from "@/lib/domain/identity/step-up";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, askToStepUp),
});

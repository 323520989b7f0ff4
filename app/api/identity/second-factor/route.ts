import { giveSecondFactor as declaration } from "@/lib/contract/identity/identity";
import { giveSecondFactor } from "@/lib/domain/identity/second-factor";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, giveSecondFactor),
});

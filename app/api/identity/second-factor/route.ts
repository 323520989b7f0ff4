import { giveSecondFactor as declaration } from "@/lib/contract/identity";
import { giveSecondFactor } from "@/lib/domain/identity/second-factor";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, giveSecondFactor),
});

import { askToReset as declaration } from "@/lib/contract/identity/identity";
import { askToReset } from "@/lib/domain/identity/passwords";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, askToReset),
});

import { getAccount as declaration } from "@/lib/contract/identity-account";
import { getAccount } from "@/lib/domain/identity/own-account";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  GET: serveIdentity(declaration, getAccount),
});

import { startTotp as declaration } from "@/lib/contract/identity-account";
import { startTotp } from "@/lib/domain/identity/totp";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, startTotp),
});

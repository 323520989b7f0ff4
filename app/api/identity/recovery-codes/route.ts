import { replaceRecoveryCodes as declaration } from "@/lib/contract/identity/identity-account";
import { replaceRecoveryCodes } from "@/lib/domain/identity/recovery-codes";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, replaceRecoveryCodes),
});

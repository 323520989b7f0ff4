import { replaceRecoveryCodes as declaration } from "@/lib/contract/identity-account";
import { replaceRecoveryCodes } from "@/lib/domain/identity/recovery-codes";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, replaceRecoveryCodes),
});

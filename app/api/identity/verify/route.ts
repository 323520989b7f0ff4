import { verifyCode as declaration } from "@/lib/contract/identity/identity";
import { verifyCode } from "@/lib/domain/identity/sign-up";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, verifyCode),
});

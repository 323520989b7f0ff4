import { signIn as declaration } from "@/lib/contract/identity/identity";
import { signIn } from "@/lib/domain/identity/sign-in";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, signIn),
});

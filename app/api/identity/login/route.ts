import { signIn as declaration } from "@/lib/contract/identity";
import { signIn } from "@/lib/domain/identity/sign-in";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, signIn),
});

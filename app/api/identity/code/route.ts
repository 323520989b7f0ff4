import { askToSignIn as declaration } from "@/lib/contract/identity";
import { askToSignIn } from "@/lib/domain/identity/sign-up";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, askToSignIn),
});

import { signOut as declaration } from "@/lib/contract/identity-account";
import { signOut } from "@/lib/domain/identity/own-account";
import { pageRoutes } from "@/lib/server/routes";
import { serveIdentity } from "@/lib/server/serve-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, signOut),
});

import { signInByPasskey as declaration } from "@/lib/contract/identity/identity-passkeys";
import { signInByPasskey } from "@/lib/domain/identity/passkeys/use-passkey";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, signInByPasskey),
});

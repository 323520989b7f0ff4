import { startPasskey as declaration } from "@/lib/contract/identity/identity-passkeys";
import { startPasskey } from "@/lib/domain/identity/passkeys/add-passkey";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  POST: serveIdentity(declaration, startPasskey),
});

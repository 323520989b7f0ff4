import { removePasskey as declaration } from "@/lib/contract/identity/identity-passkeys";
import { removePasskey } from "@/lib/domain/identity/passkeys/remove-passkey";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  DELETE: serveIdentity(declaration, removePasskey),
});

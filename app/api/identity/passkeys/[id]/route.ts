import {
  removePasskey as removing,
  renamePasskey as renaming,
} from "@/lib/contract/identity/identity-passkeys";
import { removePasskey } from "@/lib/domain/identity/passkeys/remove-passkey";
import { renamePasskey } from "@/lib/domain/identity/passkeys/rename-passkey";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  DELETE: serveIdentity(removing, removePasskey),
  PATCH: serveIdentity(renaming, renamePasskey),
});

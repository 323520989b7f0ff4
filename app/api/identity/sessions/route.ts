import * as account from "@/lib/contract/identity/identity-account";
import { listSessions, revokeOtherSessions } from "@/lib/domain/identity/own-account";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  GET: serveIdentity(account.listSessions, listSessions),
  DELETE: serveIdentity(account.revokeOtherSessions, revokeOtherSessions),
});

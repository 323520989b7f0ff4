import {
  listConfirming as listing,
  startConfirming as starting,
} from "@/lib/contract/identity/identity-providers";
import {
  listConfirming,
  startConfirming,
} from "@/lib/domain/identity/identities/confirm-by-provider";
import { serveIdentity } from "@/lib/server/api/serve-identity";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  GET: serveIdentity(listing, listConfirming),
  POST: serveIdentity(starting, startConfirming),
});

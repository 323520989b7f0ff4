import * as apiKeys from "@/lib/contract/identity/api-keys";
import { exportKeyRequests } from "@/lib/domain/identity/api-keys/export-key-requests";
import { serveFile } from "@/lib/server/api/serve-file";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveFile(apiKeys.exportApiKeyRequests, exportKeyRequests),
});

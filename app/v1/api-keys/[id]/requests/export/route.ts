import * as apiKeys from "@/lib/contract/api-keys";
import { exportKeyRequests } from "@/lib/domain/identity/api-keys/export-key-requests";
import { routes } from "@/lib/server/routes";
import { serveFile } from "@/lib/server/serve-file";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveFile(apiKeys.exportApiKeyRequests, exportKeyRequests),
});

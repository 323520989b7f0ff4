import * as requestLog from "@/lib/contract/operations/request-log";
import { listRequests } from "@/lib/domain/operations/request-log/list-requests";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(requestLog.listRequests, listRequests),
});

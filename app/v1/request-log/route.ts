import * as requestLog from "@/lib/contract/request-log";
import { listRequests } from "@/lib/domain/operations/request-log/list-requests";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(requestLog.listRequests, listRequests),
});

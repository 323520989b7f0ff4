import * as requestLog from "@/lib/contract/operations/request-log";
import { listRequestErrors } from "@/lib/domain/operations/request-log/list-request-errors";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(requestLog.listRequestErrors, listRequestErrors),
});

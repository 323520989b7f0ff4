import * as complianceLogs from "@/lib/contract/insight/compliance-logs";
import { listComplianceLogs } from "@/lib/domain/compliance/list-compliance-logs";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(complianceLogs.listComplianceLogs, listComplianceLogs),
});

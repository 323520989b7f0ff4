import * as admin from "@/lib/contract/admin/audit-log";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listAuditLog, listAuditLog),
});

import * as admin from "@/lib/contract/admin/submissions";
import { listOpenSubmissions } from "@/lib/domain/admin/repairs/requeue-submission";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listOpenSubmissions, listOpenSubmissions),
});

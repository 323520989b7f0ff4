import * as admin from "@/lib/contract/admin/submissions";
import { requeueSubmission } from "@/lib/domain/admin/repairs/requeue-submission";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.requeueSubmission, requeueSubmission),
});

import * as admin from "@/lib/contract/admin/analytics";
import { getOverview } from "@/lib/domain/admin/analytics/get-overview";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getOverview, getOverview),
});

import * as admin from "@/lib/contract/admin/analytics";
import { getTopMerchants } from "@/lib/domain/admin/analytics/get-top-merchants";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getTopMerchants, getTopMerchants),
});

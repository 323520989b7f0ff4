import * as complianceHolds from "@/lib/contract/insight/compliance-holds";
import { refundHold } from "@/lib/domain/operations/holds/refund-hold";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(complianceHolds.refundHold, refundHold),
});

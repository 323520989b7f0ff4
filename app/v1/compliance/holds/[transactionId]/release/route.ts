import * as complianceHolds from "@/lib/contract/insight/compliance-holds";
import { releaseHold } from "@/lib/domain/operations/holds/release-hold";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(complianceHolds.releaseHold, releaseHold),
});

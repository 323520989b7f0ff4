import * as complianceHolds from "@/lib/contract/insight/compliance-holds";
import { listHolds } from "@/lib/domain/operations/holds/list-holds";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(complianceHolds.listHolds, listHolds),
});

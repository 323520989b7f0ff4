import * as refunds from "@/lib/contract/refunds/refunds";
import { authorizeRefund } from "@/lib/domain/refunds/relayed/authorize-refund";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(refunds.authorizeRefund, authorizeRefund),
});

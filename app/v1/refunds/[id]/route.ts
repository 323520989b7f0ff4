import * as refunds from "@/lib/contract/refunds/refunds";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(refunds.getRefund, getRefund),
});

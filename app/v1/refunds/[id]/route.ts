import * as refunds from "@/lib/contract/refunds";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(refunds.getRefund, getRefund),
});

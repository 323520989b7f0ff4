import * as refunds from "@/lib/contract/refunds/refunds";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(refunds.cancelRefund, cancelRefund),
});

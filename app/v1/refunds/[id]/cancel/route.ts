import * as refunds from "@/lib/contract/refunds";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(refunds.cancelRefund, cancelRefund),
});

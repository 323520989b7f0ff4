import * as refunds from "@/lib/contract/refunds";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(refunds.recordRefundSignature, recordRefundSignature),
});

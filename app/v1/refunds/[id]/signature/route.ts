import * as refunds from "@/lib/contract/refunds/refunds";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(refunds.recordRefundSignature, recordRefundSignature),
});

import * as refunds from "@/lib/contract/refunds/refunds";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(refunds.listRefunds, listRefunds),
  POST: serve(refunds.createRefund, createRefund),
});

import * as refunds from "@/lib/contract/refunds";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(refunds.listRefunds, listRefunds),
  POST: serve(refunds.createRefund, createRefund),
});

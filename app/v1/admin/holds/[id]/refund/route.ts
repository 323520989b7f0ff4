import * as admin from "@/lib/contract/admin/repairs";
import { refundHeldPayment } from "@/lib/domain/admin/repairs/decide-held-payment";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.refundHeldPayment, refundHeldPayment),
});

import * as admin from "@/lib/contract/admin/repairs";
import { listHeldPayments } from "@/lib/domain/admin/repairs/decide-held-payment";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listHeldPayments, listHeldPayments),
});

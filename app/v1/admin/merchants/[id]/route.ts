import * as admin from "@/lib/contract/admin/merchants";
import { getMerchant } from "@/lib/domain/admin/merchants/get-merchant";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getMerchant, getMerchant),
});

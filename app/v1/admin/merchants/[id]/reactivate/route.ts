import * as admin from "@/lib/contract/admin/merchants";
import { reactivateMerchant } from "@/lib/domain/admin/merchants/change-merchant";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.reactivateMerchant, reactivateMerchant),
});

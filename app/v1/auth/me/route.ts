import * as merchants from "@/lib/contract/merchants/merchants";
import { getOwnMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(merchants.getSignedInMerchant, getOwnMerchant),
});

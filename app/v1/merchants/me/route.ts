import * as merchants from "@/lib/contract/merchants";
import { getOwnMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(merchants.getOwnMerchant, getOwnMerchant),
});

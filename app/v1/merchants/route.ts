import * as merchants from "@/lib/contract/merchants/merchants";
import { createOwnMerchant } from "@/lib/domain/merchants/create-own-merchant";
import { listOwnMerchants } from "@/lib/domain/merchants/list-own-merchants";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(merchants.listOwnMerchants, listOwnMerchants),
  POST: serve(merchants.createOwnMerchant, createOwnMerchant),
});

import * as account from "@/lib/contract/merchants/merchant-account";
import { onboardMerchant } from "@/lib/domain/merchants/onboard-merchant";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(account.onboardMerchant, onboardMerchant),
});

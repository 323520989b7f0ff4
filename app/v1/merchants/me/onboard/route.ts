import * as account from "@/lib/contract/merchant-account";
import { onboardMerchant } from "@/lib/domain/merchants/onboard-merchant";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(account.onboardMerchant, onboardMerchant),
});

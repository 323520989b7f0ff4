import * as account from "@/lib/contract/merchants/merchant-account";
import { getOnchainState } from "@/lib/domain/merchants/get-onchain-state";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(account.getMerchantOnchainState, getOnchainState),
});

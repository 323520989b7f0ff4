import * as account from "@/lib/contract/merchant-account";
import { getOnchainState } from "@/lib/domain/merchants/get-onchain-state";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(account.getMerchantOnchainState, getOnchainState),
});

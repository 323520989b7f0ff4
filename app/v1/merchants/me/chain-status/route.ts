import * as account from "@/lib/contract/merchant-account";
import { getChainStatus } from "@/lib/domain/merchants/get-chain-status";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(account.getMerchantChainStatus, getChainStatus),
});

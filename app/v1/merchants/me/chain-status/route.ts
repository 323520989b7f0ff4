import * as account from "@/lib/contract/merchants/merchant-account";
import { getChainStatus } from "@/lib/domain/merchants/get-chain-status";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(account.getMerchantChainStatus, getChainStatus),
});

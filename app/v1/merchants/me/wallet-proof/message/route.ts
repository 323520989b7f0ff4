import * as wallets from "@/lib/contract/merchants/merchant-wallets";
import { requestWalletProof } from "@/lib/domain/merchants/request-wallet-proof";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(wallets.requestWalletProof, requestWalletProof),
});

import * as wallets from "@/lib/contract/merchant-wallets";
import { requestWalletProof } from "@/lib/domain/merchants/request-wallet-proof";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(wallets.requestWalletProof, requestWalletProof),
});

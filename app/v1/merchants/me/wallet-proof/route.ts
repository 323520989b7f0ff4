import * as wallets from "@/lib/contract/merchant-wallets";
import { proveWallet } from "@/lib/domain/merchants/prove-wallet";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(wallets.proveWallet, proveWallet),
});

import * as wallets from "@/lib/contract/merchant-wallets";
import { transferOwnership } from "@/lib/domain/merchants/transfer-ownership";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(wallets.transferOwnership, transferOwnership),
});

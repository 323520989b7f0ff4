import * as account from "@/lib/contract/merchant-account";
import { changeTier } from "@/lib/domain/merchants/change-tier";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(account.changeTier, changeTier),
});

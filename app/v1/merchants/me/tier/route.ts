import * as account from "@/lib/contract/merchants/merchant-account";
import { changeTier } from "@/lib/domain/merchants/change-tier";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(account.changeTier, changeTier),
});

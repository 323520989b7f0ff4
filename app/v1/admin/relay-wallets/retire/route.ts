import * as admin from "@/lib/contract/admin/repairs";
import { retireRelayWallet } from "@/lib/domain/admin/repairs/retire-relay-wallet";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.retireRelayWallet, retireRelayWallet),
});

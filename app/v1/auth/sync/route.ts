import { syncMerchant } from "@/lib/contract/merchants/merchants";
import { serve } from "@/lib/server/api/serve";
import { syncPerson } from "@/lib/server/endpoints/sync-person";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(syncMerchant, syncPerson),
});

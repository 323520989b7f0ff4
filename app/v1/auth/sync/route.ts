import { syncMerchant } from "@/lib/contract/merchants";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";
import { syncPerson } from "@/lib/server/sync-person";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(syncMerchant, syncPerson),
});

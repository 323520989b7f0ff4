import * as admin from "@/lib/contract/admin/contracts";
import { listContracts } from "@/lib/domain/admin/contracts/list-contracts";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listContracts, listContracts),
});

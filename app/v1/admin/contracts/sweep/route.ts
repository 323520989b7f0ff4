import * as admin from "@/lib/contract/admin/contracts";
import { sweepFees } from "@/lib/domain/admin/contracts/call-contracts";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.sweepFees, sweepFees),
});

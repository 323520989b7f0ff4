import * as renewals from "@/lib/contract/subscriptions/renewals";
import { listRenewals } from "@/lib/domain/subscriptions/outlook/list-renewals";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(renewals.listRenewals, listRenewals),
});

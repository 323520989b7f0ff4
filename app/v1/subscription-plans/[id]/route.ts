import * as plans from "@/lib/contract/subscriptions/subscription-plans";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(plans.getPlan, getPlan),
});

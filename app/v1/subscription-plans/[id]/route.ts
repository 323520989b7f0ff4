import * as plans from "@/lib/contract/subscription-plans";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(plans.getPlan, getPlan),
});

import * as plans from "@/lib/contract/subscriptions/subscription-plans";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(plans.archivePlan, archivePlan),
});

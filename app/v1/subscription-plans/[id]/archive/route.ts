import * as plans from "@/lib/contract/subscription-plans";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(plans.archivePlan, archivePlan),
});

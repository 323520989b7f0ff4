import * as plans from "@/lib/contract/subscriptions/subscription-plans";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import { listPlans } from "@/lib/domain/subscriptions/plans/list-plans";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(plans.listPlans, listPlans),
  POST: serve(plans.createPlan, createPlan),
});

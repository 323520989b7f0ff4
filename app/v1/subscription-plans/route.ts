import * as plans from "@/lib/contract/subscription-plans";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import { listPlans } from "@/lib/domain/subscriptions/plans/list-plans";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(plans.listPlans, listPlans),
  POST: serve(plans.createPlan, createPlan),
});

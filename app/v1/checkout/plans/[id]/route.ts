import * as checkout from "@/lib/contract/checkout";
import { getPublicPlan } from "@/lib/domain/subscriptions/plans/get-public-plan";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(checkout.getPublicPlan, getPublicPlan),
});

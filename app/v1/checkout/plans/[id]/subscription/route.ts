import * as checkout from "@/lib/contract/checkout";
import { getPlanSubscription } from "@/lib/domain/subscriptions/plans/get-plan-subscription";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(checkout.getPlanSubscription, getPlanSubscription),
});

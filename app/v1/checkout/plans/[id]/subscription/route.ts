import * as checkout from "@/lib/contract/payments/checkout";
import { getPlanSubscription } from "@/lib/domain/subscriptions/plans/get-plan-subscription";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(checkout.getPlanSubscription, getPlanSubscription),
});

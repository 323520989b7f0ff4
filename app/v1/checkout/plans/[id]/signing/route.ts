import * as signing from "@/lib/contract/payments/checkout-signing";
import { requestPlanSigning } from "@/lib/domain/subscriptions/hosted-page/request-plan-signing";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(signing.requestPlanSigning, requestPlanSigning),
});

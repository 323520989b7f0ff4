import * as checkout from "@/lib/contract/payments/checkout";
import { recordPlanPayer } from "@/lib/domain/subscriptions/enrolments/record-plan-payer";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(checkout.recordPlanPayer, recordPlanPayer),
});

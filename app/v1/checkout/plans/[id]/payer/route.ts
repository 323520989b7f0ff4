import * as checkout from "@/lib/contract/checkout";
import { recordPlanPayer } from "@/lib/domain/subscriptions/enrolments/record-plan-payer";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(checkout.recordPlanPayer, recordPlanPayer),
});

import * as checkout from "@/lib/contract/payments/checkout";
import { recordSessionPayer } from "@/lib/domain/payments/customers/record-session-payer";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(checkout.recordSessionPayer, recordSessionPayer),
});

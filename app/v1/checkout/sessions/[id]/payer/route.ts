import * as checkout from "@/lib/contract/checkout";
import { recordSessionPayer } from "@/lib/domain/payments/customers/record-session-payer";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(checkout.recordSessionPayer, recordSessionPayer),
});

import * as relay from "@/lib/contract/payments/relay";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(relay.relayPayment, relayPayment),
});

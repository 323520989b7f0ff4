import * as relay from "@/lib/contract/relay";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(relay.relayPayment, relayPayment),
});

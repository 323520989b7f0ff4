import * as relay from "@/lib/contract/payments/relay";
import { relaySubscription } from "@/lib/domain/subscriptions/enrolments/relay-subscription";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(relay.relaySubscription, relaySubscription),
});

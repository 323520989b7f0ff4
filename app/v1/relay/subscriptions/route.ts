import * as relay from "@/lib/contract/relay";
import { relaySubscription } from "@/lib/domain/subscriptions/enrolments/relay-subscription";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(relay.relaySubscription, relaySubscription),
});

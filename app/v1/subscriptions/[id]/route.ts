import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { getSubscription } from "@/lib/domain/subscriptions/get-subscription";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(subscriptions.getSubscription, getSubscription),
});

import * as subscriptions from "@/lib/contract/subscriptions";
import { getSubscription } from "@/lib/domain/subscriptions/get-subscription";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(subscriptions.getSubscription, getSubscription),
});

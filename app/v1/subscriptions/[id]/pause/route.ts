import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(subscriptions.pauseSubscription, pauseSubscription),
});

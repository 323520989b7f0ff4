import * as subscriptions from "@/lib/contract/subscriptions";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(subscriptions.pauseSubscription, pauseSubscription),
});

import * as subscriptions from "@/lib/contract/subscriptions";
import { listSubscriptions } from "@/lib/domain/subscriptions/list-subscriptions";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(subscriptions.listSubscriptions, listSubscriptions),
});

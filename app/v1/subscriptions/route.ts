import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { listSubscriptions } from "@/lib/domain/subscriptions/list-subscriptions";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(subscriptions.listSubscriptions, listSubscriptions),
});

import * as checkout from "@/lib/contract/checkout";
import { getPublicSession } from "@/lib/domain/subscriptions/plans/get-public-session";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(checkout.getPublicSession, getPublicSession),
});

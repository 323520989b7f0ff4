import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(subscriptions.resumeSubscription, resumeSubscription),
});

import * as subscriptions from "@/lib/contract/subscriptions";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(subscriptions.resumeSubscription, resumeSubscription),
});

import * as relay from "@/lib/contract/relay";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(relay.getSubmission, getSubmission),
});

import * as relay from "@/lib/contract/payments/relay";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(relay.getSubmission, getSubmission),
});

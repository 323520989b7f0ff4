import * as jobs from "@/lib/contract/agents/jobs";
import { cancelJob } from "@/lib/domain/agents/jobs/cancel-job";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(jobs.cancelJob, cancelJob),
});

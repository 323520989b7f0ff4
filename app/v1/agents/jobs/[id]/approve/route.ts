import * as jobs from "@/lib/contract/agents/jobs";
import { approveJob } from "@/lib/domain/agents/jobs/approve-job";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(jobs.approveJob, approveJob),
});

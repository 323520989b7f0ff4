import * as jobs from "@/lib/contract/agents/jobs";
import { getJob } from "@/lib/domain/agents/jobs/get-job";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(jobs.getJob, getJob),
});

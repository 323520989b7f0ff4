import * as jobs from "@/lib/contract/agents/jobs";
import { createJob } from "@/lib/domain/agents/jobs/create-job";
import { listJobs } from "@/lib/domain/agents/jobs/list-jobs";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(jobs.listJobs, listJobs),
  POST: serve(jobs.createJob, createJob),
});

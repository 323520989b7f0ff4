import { serve } from "inngest/edge";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { jobFunctions } from "./job-functions";

/** Where Inngest, or the embedded engine, registers and calls the jobs; every request is signed. */
export const serveJobs = serve({
  client: inngest,
  functions: jobFunctions,
  enableUnauthedSync: false,
});

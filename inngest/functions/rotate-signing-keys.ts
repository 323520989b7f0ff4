import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { rotateSigningKeys as rotate } from "@/lib/domain/identity/signing-keys";

/** Changes the key of access tokens when it is old. */
export const rotateSigningKeys = inngest.createFunction(
  { id: "rotate-signing-keys", retries: 1, triggers: [{ cron: "23 * * * *" }] },
  ({ step }) => step.run("rotate", () => runJob("rotate-signing-keys", rotate)),
);

import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { wakeChains as wake } from "@/lib/indexer/wake-chains";

/** Has every chain looked at once a minute, whether or not the relay has sent anything. */
export const wakeChains = inngest.createFunction(
  { id: "wake-chains", retries: 1, triggers: [{ cron: "* * * * *" }] },
  async ({ step }) => {
    await step.run("wake", () => runJob("wake-chains", wake));
  },
);

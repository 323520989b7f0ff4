import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { preparePartitions as prepare } from "@/lib/domain/request-log/prepare-partitions";

/** Makes the partitions of the coming days, hourly. */
export const preparePartitions = inngest.createFunction(
  {
    id: "prepare-partitions",
    retries: 1,
    concurrency: { limit: 1 },
    triggers: [{ cron: "23 * * * *" }],
  },
  async ({ step }) => {
    await step.run("prepare", () => runJob("prepare-partitions", prepare));
  },
);

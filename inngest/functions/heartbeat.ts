import { z } from "zod";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { heartbeatEvent } from "@/lib/core/operations/job-periods";
import { beat } from "@/lib/domain/operations/heartbeat/beat";
import { runtime } from "@/lib/server/runtime";

const heartbeatData = z.object({ sentAt: z.int().positive() });

/** Shows that the job engine runs what it takes. Not a step: there is one call each few seconds, and the next one repairs it. */
export const heartbeat = inngest.createFunction(
  { id: "heartbeat", retries: 0, triggers: [{ event: heartbeatEvent }] },
  async ({ event }) => {
    const { sentAt } = heartbeatData.parse(event.data);
    await beat({ db: runtime().jobDb }, { sentAt: new Date(sentAt) });
  },
);

import { advanceDueJobs } from "@/lib/domain/agents/jobs/advance-due-jobs";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";

export const advanceJobsWork: ClockWork = {
  name: "agent jobs",
  each: "step",
  run: (ctx, { db }) => advanceDueJobs({ ...ctx, db }),
  async nextAt(db) {
    const [row] = await db<{ at: Date | null }[]>`
      select min(due_at) as at from agent_jobs where due_at > clock_now()`;
    return row?.at ?? null;
  },
};

import type { AgentJobStatus } from "./job-states";

/** The escrow's events that move a job, with where each leaves it. */
export const jobEventStatuses = {
  JobFunded: "funded",
  JobSubmitted: "submitted",
  JobCompleted: "completed",
  JobRejected: "rejected",
  JobExpired: "expired",
} as const satisfies Record<string, AgentJobStatus>;

export type JobEventName = keyof typeof jobEventStatuses;
export const jobEventNames = Object.keys(jobEventStatuses) as [JobEventName, ...JobEventName[]];

/** Where a job stood before it ended, as the contract counts its statuses. */
export const SUBMITTED_ON_CHAIN = 3;

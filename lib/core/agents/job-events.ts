import type { AgentJobStatus } from "./job-states";

/** The escrow's events that move a job, with where each leaves it. */
const jobEventStatuses = {
  JobFunded: "funded",
  JobSubmitted: "submitted",
  JobCompleted: "completed",
  JobRejected: "rejected",
  JobExpired: "expired",
} as const satisfies Record<string, AgentJobStatus>;

type StatusEvent = keyof typeof jobEventStatuses;

/**
 * The escrow's events about the money of a job that is decided: it reached the vendor or went back to the treasury, or the
 * token refused the transfer and the escrow holds it until `claim`.
 */
export const jobPaymentEvents = ["PaymentReleased", "Refunded", "PaymentHeld"] as const;

export type JobEventName = StatusEvent | (typeof jobPaymentEvents)[number];
export const jobEventNames = [
  ...(Object.keys(jobEventStatuses) as [StatusEvent, ...StatusEvent[]]),
  ...jobPaymentEvents,
] as const;

/** Where an event leaves a job; null where it moves its money alone. */
export const statusAfter = (event: JobEventName): AgentJobStatus | null =>
  event in jobEventStatuses ? jobEventStatuses[event as StatusEvent] : null;

/** Where a job stood before it ended, as the contract counts its statuses. */
export const SUBMITTED_ON_CHAIN = 3;

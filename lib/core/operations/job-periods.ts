/**
 * The longest time between two finished runs of each job, in seconds: its schedule, or that of the job that wakes it.
 * If a job has not finished for much longer, no process runs it.
 */
export const jobPeriodSeconds = {
  "advance-agent-jobs": 60,
  "check-books": 86_400,
  "close-merchants": 60,
  "compare-figures": 86_400,
  "drain-mails": 60,
  "drain-relay": 60,
  "drain-webhooks": 60,
  "expire-sessions": 60,
  "fetch-images": 60,
  heartbeat: 5,
  "index-chain": 60,
  "judge-payouts": 60,
  "keep-figures": 86_400,
  "mark-invoices-overdue": 86_400,
  "prepare-partitions": 3_600,
  "number-events": 60,
  "publish-outbox": 60,
  reconcile: 60,
  "remind-invoices": 3_600,
  "remind-payers": 3_600,
  "remove-old-rows": 600,
  "read-treasuries": 60,
  "rescreen-wallets": 60,
  "reseal-secrets": 3_600,
  "rotate-signing-keys": 3_600,
  "send-broadcasts": 60,
  "send-digests": 3_600,
  "settle-refunds": 60,
  "study-plans": 3_600,
  "wake-chains": 60,
} as const;

export type JobName = keyof typeof jobPeriodSeconds;

/** The event that each long-lived process sends to the job engine, and the job `heartbeat` is started by. */
export const heartbeatEvent = "jobs/heartbeat";

/** How often it is sent. */
export const HEARTBEAT_SECONDS = 5;

/** Without a run of it for so long the engine runs nothing: the third is missing. */
export const SILENT_SECONDS = 15;

/** After so long between two runs one is missing, and what the engine took meanwhile may be lost. */
export const MISSED_SECONDS = 8;

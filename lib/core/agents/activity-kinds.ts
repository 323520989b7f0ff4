/** What the agent does; each of it is a row of its activity. */
export const agentActions = [
  "retry_charge",
  "send_digest",
  "report_anomaly",
  "report_plan",
  "propose_job",
  "approve_job",
  "complete_job",
  "reject_job",
  "return_money",
  "release_payment",
  "receive_deposit",
] as const;
export type AgentAction = (typeof agentActions)[number];

/** What came of it. */
export const activityOutcomes = ["succeeded", "failed", "pending"] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

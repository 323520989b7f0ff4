import { sourcesOf } from "@/lib/core/states";

/** Where the escrow's events leave a job. */
const onChain = ["funded", "submitted", "completed", "rejected", "expired"] as const;

/**
 * A job that a merchant's agent buys. From `funded` on the chain decides: what it shows counts also after the job was given
 * up, several events may become known at once, and a lost part of the chain takes a job back.
 */
export const agentJobTransitions = {
  pending_approval: ["approved", "cancelled", "failed", ...onChain],
  approved: ["cancelled", "failed", ...onChain],
  funded: ["submitted", "completed", "rejected", "expired", "approved"],
  submitted: ["funded", "completed", "rejected", "expired", "approved"],
  completed: ["funded", "submitted", "rejected", "expired", "approved"],
  rejected: ["funded", "submitted", "completed", "expired", "approved"],
  expired: ["funded", "submitted", "completed", "rejected", "approved"],
  failed: [...onChain],
  cancelled: [...onChain],
} as const;
export type AgentJobStatus = Extract<keyof typeof agentJobTransitions, string>;

/** A job that may still cost money or be paid: a merchant has a bounded number of them. */
export const openJobStatuses: AgentJobStatus[] = [
  "pending_approval",
  "approved",
  "funded",
  "submitted",
];

/** A job that the escrow does not hold money for yet. */
export const unfundedJobStatuses: AgentJobStatus[] = ["pending_approval", "approved"];

/** A job whose money the escrow holds. */
export const escrowedJobStatuses: AgentJobStatus[] = ["funded", "submitted"];

/** What a merchant may still cancel. */
export const cancellableJobStatuses = sourcesOf(agentJobTransitions, "cancelled");

/** Open jobs of a merchant in a mode, at most. */
export const maxOpenJobs = 100;

/** Days from a job's creation to the escrow's deadline. */
export const jobDays = { least: 7, most: 90, usual: 14 } as const;

/** The vendor may submit until so many days before the deadline; then the evaluator decides. */
export const decisionDays = 3;

/**
 * How a job's money comes into the escrow: `agent`: the agent's wallet proposes it and the treasury funds it at once;
 * `awaiting_owner`: the owner's wallet has to approve the proposal.
 */
export const jobFundings = ["agent", "awaiting_owner"] as const;
export type JobFunding = (typeof jobFundings)[number];

/** Where a job's proposal to the treasury is: `done` in a final block; `queued` again after a transaction without effect. */
export const proposalStates = ["queued", "signed", "mined", "done"] as const;
export type ProposalState = (typeof proposalStates)[number];

/** A proposal that is still to be made, or whose block is not final. */
export const openProposalStates: ProposalState[] = ["queued", "signed", "mined"];

/** A proposal that a transaction carries which is not final. */
export const sentProposalStates: ProposalState[] = ["signed", "mined"];

/** What the agent's wallet has the escrow do with a job's money: any account may ask for both. */
export const releaseKinds = ["claim_refund", "claim"] as const;
/** `claim_refund` sends the money of a job whose time is over back; `claim` sends what a token had refused to take. */
export type ReleaseKind = (typeof releaseKinds)[number];

/** Why a job failed before the escrow had money for it. */
export const jobFailures = ["vendor_blocked", "proposal_refused", "proposal_cancelled"] as const;
export type JobFailure = (typeof jobFailures)[number];

/** Why a job is not approved without a person. */
export const manualReasons = [
  "above_threshold",
  "vendor_day_above_threshold",
  "vendor_not_approved",
  "monthly_cap",
  "foreign_assessor",
  "no_policy",
] as const;
export type ManualReason = (typeof manualReasons)[number];

/** Why the merchant's own settings, as they are by now, hold an approved job back. */
const settingsHolds = [
  "above_threshold",
  "vendor_day_above_threshold",
  "vendor_not_approved",
  "monthly_cap",
  "capability_disabled",
  "merchant_inactive",
] as const;
export type SettingsHold = (typeof settingsHolds)[number];

/** Why an approved job is not proposed, or its owner's wallet not given the call, for now: it is tried again. */
export const proposalHolds = [
  ...settingsHolds,
  "screening_unavailable",
  "treasury_refuses",
] as const;
export type ProposalHold = (typeof proposalHolds)[number];

/** Reasons of refusals about an agent's jobs. */
export const jobReasons = {
  commerce_unavailable: "The merchant has no treasury on the chain: create it with your wallet",
  vendor_not_allowed:
    "The vendor is one of your own wallets, the evaluator, a token or one of Stipend's contracts",
  vendor_blocked: "This vendor cannot be paid",
  assessor_not_allowed:
    "The assessor is the vendor, your payout address, a token or one of Stipend's contracts",
  too_many_jobs: "The merchant has reached the maximum number of open jobs",
  job_limit: "The agent was asked for too many jobs in a short time",
  terms_changed: "The job has other terms than those that were approved, `details.expected`",
  job_approved: "The job is already approved",
  job_ended: "The job is completed, rejected, expired, failed or cancelled",
  job_expired: "The job can no longer be approved: the vendor could not submit in time",
  job_proposed: "The job's proposal is on its way to the chain, or there",
  job_funded: "The escrow holds the job's money",
  cap_exceeded: "The spending of 30 days would pass the cap, `details.capUsdCents`",
} as const;

import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, WalletIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { RowOf } from "@/lib/client/read-page";
import type { listJobs } from "@/lib/contract/agents/jobs";

export type Job = RowOf<typeof listJobs>;

const looks = {
  pending_approval: { tone: "wait", word: "Needs approval", icon: AlertIcon },
  approved: { tone: "wait", word: "Approved", icon: ClockIcon },
  funded: { tone: "wait", word: "Funded", icon: WalletIcon },
  submitted: { tone: "wait", word: "Submitted", icon: ClockIcon },
  completed: { tone: "good", word: "Paid", icon: CheckIcon },
  rejected: { tone: "bad", word: "Rejected", icon: CrossIcon },
  expired: { tone: "neutral", word: "Expired", icon: CrossIcon },
  failed: { tone: "bad", word: "Failed", icon: AlertIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
} satisfies Record<Job["status"], StateLook>;

/** While the escrow holds the money, because the token refuses it. */
const heldLooks: Partial<Record<Job["status"], StateLook>> = {
  completed: { tone: "wait", word: "Accepted, not paid yet", icon: ClockIcon },
  rejected: { tone: "bad", word: "Rejected, money held", icon: CrossIcon },
};

const isHeld = ({ heldAt }: Pick<Job, "heldAt">): boolean => heldAt !== null;

/** How a job is, in words and a sign. */
export function JobState(job: Pick<Job, "status" | "heldAt">) {
  return <StateBadge look={(isHeld(job) && heldLooks[job.status]) || looks[job.status]} />;
}

const reasons: Record<NonNullable<Job["approvalReason"]>, string> = {
  above_threshold: "It is above your approval limit.",
  vendor_day_above_threshold: "The vendor’s jobs of 24 hours are above your approval limit.",
  vendor_not_approved: "The vendor isn’t approved.",
  monthly_cap: "It is above your spending cap for 30 days.",
  foreign_assessor: "Another account would judge the work.",
  no_policy: "The treasury has no policy yet.",
};

const failures: Record<NonNullable<Job["failureReason"]>, string> = {
  vendor_blocked: "Screening found the vendor’s wallet. Nothing was paid.",
  proposal_refused: "The treasury refused the job. Nothing was paid.",
  proposal_cancelled: "Your wallet withdrew the job. Nothing was paid.",
};

const holds: Record<NonNullable<Job["proposalHold"]>, string> = {
  above_threshold: "Your limits hold it back: it is above your approval limit.",
  vendor_day_above_threshold:
    "Your limits hold it back: the vendor’s jobs of 24 hours are above your approval limit.",
  vendor_not_approved: "Your limits hold it back: the vendor isn’t approved.",
  monthly_cap: "Your limits hold it back: it is above your spending cap for 30 days.",
  capability_disabled: "Commerce is switched off, which holds it back.",
  merchant_inactive: "Your business isn’t active, which holds it back.",
  screening_unavailable: "The vendor can’t be screened at the moment. It is tried again.",
  treasury_refuses:
    "Your treasury refuses it for now: its balance, agent or limits don’t allow it. It is tried again.",
};

/** The escrow's call that returns the money is given once the deadline is past by the server's clock. */
const isOverdue = ({ instructions }: Job): boolean =>
  instructions.some(({ summary }) => summary.startsWith("Return "));

const overdue =
  "The deadline has passed. Your agent is returning the money to your treasury; your wallet can do it too.";

function stepToFunding({ funding, instructions, proposalHold, proposalTxHash }: Job): string {
  if (funding === "awaiting_owner" && instructions.length > 0) {
    return "Your wallet has to approve it on-chain.";
  }
  if (proposalHold) return holds[proposalHold];
  return proposalTxHash ? "Waiting for the network…" : "Your agent is sending it.";
}

/** What happens next with a job, in a sentence. */
export function nextStepOf(job: Job): string {
  const { status, approvalReason, failureReason } = job;
  switch (status) {
    case "pending_approval":
      return approvalReason ? reasons[approvalReason] : "It waits for you.";
    case "approved":
      return stepToFunding(job);
    case "funded":
      return isOverdue(job) ? overdue : "The vendor can submit the work.";
    case "submitted":
      if (isOverdue(job)) return overdue;
      return job.evaluatorAddress === job.treasuryAddress
        ? "Accept or reject the work before the deadline: after it, the vendor isn’t paid."
        : "The assessor decides before the deadline: after it, the vendor isn’t paid.";
    case "rejected":
    case "expired":
      return isHeld(job) ? "The token refuses to pay your treasury. It is tried again." : "";
    case "completed":
      return isHeld(job) ? "The token refuses to pay the vendor. It is tried again." : "";
    case "failed":
      return failureReason ? failures[failureReason] : "Nothing was paid.";
    default:
      return "";
  }
}

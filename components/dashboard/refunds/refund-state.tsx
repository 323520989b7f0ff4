import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, WalletIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getRefund } from "@/lib/contract/refunds/refunds";

export type Refund = ReceivedOutput<typeof getRefund>;

const looks = {
  pending: { tone: "wait", word: "To be sent", icon: WalletIcon },
  submitted: { tone: "wait", word: "Becoming final", icon: ClockIcon },
  completed: { tone: "good", word: "Refunded", icon: CheckIcon },
  failed: { tone: "bad", word: "Failed", icon: AlertIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
} satisfies Record<Refund["status"], StateLook>;

/** How a refund is, in words and a sign. */
export function RefundState({ status }: Pick<Refund, "status">) {
  return <StateBadge look={looks[status]} />;
}

export const reasonWords: Record<NonNullable<Refund["reason"]>, string> = {
  customer_request: "Requested by the customer",
  product_issue: "Problem with the product",
  duplicate_charge: "Paid twice",
  fraudulent: "Fraud",
  other: "Other",
};

export const failureWords: Record<NonNullable<Refund["failureReason"]>, string> = {
  transaction_reverted: "The transaction failed on-chain. Nothing was sent.",
  no_transfer: "The transaction sends none of this token to the payer.",
  sender_mismatch: "The transaction doesn’t come from one of your wallets.",
  amount_mismatch: "The transaction sends another amount.",
  before_creation: "The transaction is older than the refund.",
  transfer_used: "The transaction belongs to another refund already.",
  other_refund: "The transaction carries another refund’s reference.",
  ref_used: "The contract has already used this refund’s reference.",
};

/** What to do about a failed refund: another one would pay twice where money did reach the payer. */
export function failureAdvice({ failureReason, origin }: Pick<Refund, "failureReason" | "origin">) {
  const next =
    origin === "late_charge"
      ? "A new refund is prepared: see the transaction."
      : "You can refund again from the transaction.";
  return failureReason === "transaction_reverted"
    ? next
    : `${next} Check in your wallet first that the payer doesn’t have the money already.`;
}

/** The plain transfer that was recorded is not on-chain; it may have been mined under another hash. */
export const isReplaced = ({ status, refundTxHash, instructions }: Refund) =>
  status === "pending" && refundTxHash !== null && instructions === null;

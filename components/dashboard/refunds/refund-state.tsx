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

type Authorization = NonNullable<Refund["authorization"]>;
export type Obstacle = NonNullable<Authorization["obstacle"]>;

interface Standing extends Pick<Refund, "status"> {
  readonly authorization: Pick<Authorization, "state" | "obstacle"> | null;
}

const waiting: StateLook = { tone: "wait", word: "Signed, waiting to be sent", icon: ClockIcon };
const notSent: StateLook = { ...waiting, word: "Signed, not sent" };

/** The signature is stored, and no transaction with it has left yet. */
const unsentStates: readonly Authorization["state"][] = ["queued", "signed"];

/** Obstacles with which a signed refund doesn't wait to be sent. */
const looksWith: Partial<Record<Obstacle, StateLook>> = {
  already_refunded: looks.submitted,
  authorization_used: notSent,
  authorization_expired: notSent,
  given_up: notSent,
};

/** How a refund looks. One that the wallet has signed becomes final only once its transaction is sent. */
export function lookOf({ status, authorization }: Standing): StateLook {
  if (status !== "submitted" || !authorization) return looks[status];
  const { state, obstacle } = authorization;
  if (!unsentStates.includes(state)) return looks[status];
  return (obstacle && looksWith[obstacle]) ?? waiting;
}

/** How a refund is, in words and a sign. */
export function RefundState({ status, authorization }: Standing) {
  return <StateBadge look={lookOf({ status, authorization })} />;
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
  authorization_expired: "Your signature expired before it could be sent. Nothing was sent.",
  authorization_consumed: "Your wallet cancelled the signature. Nothing was sent.",
};

/** With these, no money can have left the wallet. */
const unsentFailures: readonly Refund["failureReason"][] = [
  "transaction_reverted",
  "authorization_expired",
  "authorization_consumed",
];

/** What to do about a failed refund: another one would pay twice where money did reach the payer. */
export function failureAdvice({ failureReason, origin }: Pick<Refund, "failureReason" | "origin">) {
  const next =
    origin === "late_charge"
      ? "A new refund is prepared: see the transaction."
      : "You can refund again from the transaction.";
  return failureReason !== null && unsentFailures.includes(failureReason)
    ? next
    : `${next} Check in your wallet first that the payer doesn’t have the money already.`;
}

/** The plain transfer that was recorded is not on-chain; it may have been mined under another hash. */
export const isReplaced = ({ status, refundTxHash, instructions }: Refund) =>
  status === "pending" && refundTxHash !== null && instructions === null;

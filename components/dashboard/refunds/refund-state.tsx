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
  authorization_expired: "Your signature expired before it could be sent. Nothing was sent.",
  authorization_consumed: "Your wallet cancelled the signature. Nothing was sent.",
};

/** With these, no money can have left the wallet. */
const unsentFailures: readonly Refund["failureReason"][] = [
  "transaction_reverted",
  "authorization_expired",
  "authorization_consumed",
];

type Obstacle = NonNullable<NonNullable<Refund["authorization"]>["obstacle"]>;

/** Why a refund that the wallet has signed is not sent yet. */
export const obstacleWords: Record<Obstacle, string> = {
  insufficient_balance:
    "Your wallet holds less than the refund. Add the amount, and we’ll send it.",
  token_paused: "The token’s issuer has paused it. We’ll send the refund once it works again.",
  address_blocked: "The token’s issuer blocks your wallet or the payer’s.",
  sender_not_merchant:
    "The wallet that signed is no longer your payout address or the owner of your record.",
  exceeds_refundable: "More of this payment has been refunded than is left for this refund.",
  already_refunded: "The contract has made this refund already. It becomes final soon.",
  authorization_used:
    "The signature is used or cancelled. We’re waiting for the network to confirm.",
  authorization_expired: "The signature has expired. We’re waiting for the network to confirm.",
  signature_refused: "Your wallet doesn’t accept its signature any more.",
  proof_refused: "The contract doesn’t accept the payment’s proof any more.",
  payer_blocked: "A sanctions list names the payer, so the refund isn’t sent.",
  screening_unavailable: "The payer can’t be screened now. We’ll try again.",
  reverted: "The last transaction had no effect. We’ll try again.",
  nonce_taken: "The last transaction was displaced. We’ll send it again.",
  given_up:
    "Three transactions had no effect, so we won’t send it again. Once your signature expires, the refund fails and you can refund again. To end it sooner, cancel the signature on the token from your wallet.",
};

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

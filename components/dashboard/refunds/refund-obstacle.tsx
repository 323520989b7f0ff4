import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { LocalTime } from "@/components/ui/time/local-time";
import type { Obstacle, Refund } from "./refund-state";
import { Steps } from "./send-elsewhere";

/** Why a refund that the wallet has signed is not sent yet. */
const obstacleWords: Record<Obstacle, string> = {
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
    "Three transactions had no effect, so we won’t send it again. Send it from your wallet with the steps below. Until your signature expires, anyone can still use it, so you can’t cancel this refund.",
};

/** The refund waits for the network to confirm what has become of it. */
const decided: readonly Obstacle[] = [
  "already_refunded",
  "authorization_used",
  "authorization_expired",
];

/** Why a refund that the wallet has signed waits, and until when at most; nothing while it doesn't. */
export function RefundObstacle({ refund }: { refund: Refund }) {
  const { status, authorization } = refund;
  if (status !== "submitted" || !authorization?.obstacle) return null;
  const { obstacle, validBefore } = authorization;
  return (
    <>
      <Notice tone="wait">
        {obstacleWords[obstacle]}
        {!decided.includes(obstacle) && (
          <>
            {" "}
            Your signature is valid until <LocalTime iso={validBefore} shape="full" locale="en" />.{" "}
            {afterExpiry(refund.origin, obstacle)}
          </>
        )}
      </Notice>
      {refund.instructions && (
        <Section
          title="Send it from your wallet"
          text="The refund is complete once the network has confirmed the last step. It’s made once, by your wallet or by your signature."
        >
          <Steps instructions={refund.instructions} />
        </Section>
      )}
    </>
  );
}

function afterExpiry(origin: Refund["origin"], obstacle: Obstacle): string {
  const fails =
    obstacle === "given_up"
      ? "Soon after that, the refund fails"
      : "If the refund hasn’t been sent by then, it fails";
  return origin === "late_charge"
    ? `${fails}, and a new one is prepared.`
    : `${fails}, and you can refund again from the transaction.`;
}

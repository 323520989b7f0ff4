import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { tryAgain } from "@/components/hosted/subscribe/try-again";
import { Button } from "@/components/ui/button";
import { formatDuration } from "@/components/ui/time/format-duration";

const ownWords = {
  plan_archived: "refusedArchived",
  already_subscribed: "refusedAlready",
  enrolment_pending: "refusedAlready",
  cancel_pending: "refusedCancelPending",
  merchant_suspended: "refusedSuspended",
  merchant_closed: "refusedSuspended",
  permit_nonce_stale: "refusedStale",
  permit_too_low: "refusedPermit",
  simulation_failed: "refusedRefused",
} as const;

const isOwn = (reason: string): reason is keyof typeof ownWords => reason in ownWords;

/** The server said no, and nothing was stored: what the payer can do instead. */
export function RefusedMandate() {
  const { page, state, controller, say, locale } = useWalletPay();
  const { subscriber, words } = useSubscribing();
  const { step } = state;
  if (step.name !== "connected" || step.task.name !== "refused") return null;
  const { reason, waitSeconds, requestId } = step.task;
  const merchant = page.merchant.name;
  const intro = () => {
    if (isOwn(reason)) return words(ownWords[reason], { merchant });
    if (reason === "rate_limited") {
      return say("refusedLimited", { time: formatDuration(waitSeconds ?? 60, locale) });
    }
    if (reason === "below_relay_minimum") return say("refusedMinimum", { merchant });
    if (reason === "email_invalid") return say("emailWrong");
    if (reason === "signature_invalid") return say("refusedSignature");
    if (reason === "insufficient_balance") return say("refusedBalance");
    if (reason === "not_as_shown") return say("refusedNotShown", { merchant });
    return reason === "version" ? say("refusedVersion") : say("refusedGeneric");
  };
  const isOld = reason === "version" || reason === "not_as_shown" || reason === "plan_archived";
  return (
    <ScreenFrame title={say("refusedTitle")} intro={intro()}>
      <div className="grid gap-2.5">
        <Button wide onClick={() => (isOld ? window.location.reload() : tryAgain(subscriber))}>
          {isOld ? say("reload") : say("tryAgain")}
        </Button>
        <Button look="secondary" wide onClick={() => controller.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
      {requestId && (
        <p translate="no" className="break-all font-mono text-muted text-xs">
          {say("refusedRequest", { id: requestId })}
        </p>
      )}
    </ScreenFrame>
  );
}

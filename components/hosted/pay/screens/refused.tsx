import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { formatDuration } from "@/components/ui/time/format-duration";

/** The server said no, and nothing was stored: what the payer can do instead. */
export function Refused() {
  const { page, state, controller, say, locale } = useWalletPay();
  const { step } = state;
  if (step.name !== "connected" || step.task.name !== "refused") return null;
  const { reason, waitSeconds, requestId } = step.task;
  const merchant = page.merchant.name;
  const words = () => {
    if (reason === "rate_limited") {
      return say("refusedLimited", { time: formatDuration(waitSeconds ?? 60, locale) });
    }
    if (reason === "below_relay_minimum") return say("refusedMinimum", { merchant });
    if (reason === "email_invalid") return say("emailWrong");
    if (reason === "signature_invalid") return say("refusedSignature");
    if (reason === "not_as_shown") return say("refusedNotShown", { merchant });
    if (reason === "nonce_used" || reason === "authorization_pending") return say("refusedPending");
    if (reason === "other_wallet_pending") return say("refusedOther");
    if (reason === "insufficient_balance") return say("refusedBalance");
    return reason === "version" ? say("refusedVersion") : say("refusedGeneric");
  };
  return (
    <ScreenFrame title={say("refusedTitle")} intro={words()}>
      <div className="grid gap-2.5">
        {reason === "version" || reason === "not_as_shown" ? (
          <Button wide onClick={() => window.location.reload()}>
            {say("reload")}
          </Button>
        ) : (
          <Button
            wide
            onClick={() => {
              controller.signing = null;
              controller.setTask({ name: "review" });
              void controller.check();
            }}
          >
            {say("tryAgain")}
          </Button>
        )}
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

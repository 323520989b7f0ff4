import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useWalletPay, type WalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { shortHex } from "@/components/ui/short-hex";

/**
 * A wallet that cannot pay here: refused without a reason, one whose contract's signatures are not
 * accepted, or one that is not deployed yet.
 */
export function Unusable() {
  const pay = useWalletPay();
  const { step } = pay.state;
  if (step.name !== "connected") return null;
  const [title, intro] = wordsOf(pay, step);
  return (
    <ScreenFrame title={title} intro={intro}>
      <p translate="no" className="font-mono text-muted text-sm">
        {shortHex(step.account)}
      </p>
      <div className="grid gap-2.5">
        {step.unusable === "not_deployed" && (
          <Button wide onClick={() => void pay.controller.check()}>
            {pay.say("checkAgain")}
          </Button>
        )}
        <Button
          wide
          look={step.unusable === "not_deployed" ? "secondary" : "primary"}
          onClick={() => pay.controller.leave()}
        >
          {pay.say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}

function wordsOf(
  { page, say }: WalletPay,
  { unusable, check, wallet }: ConnectedState,
): [string, string] {
  if (unusable === "blocked") {
    return [say("blockedTitle"), say("blockedIntro", { merchant: page.merchant.name })];
  }
  if (unusable === "not_deployed") {
    const network = page.network.label;
    return [say("notDeployedTitle", { network }), say("notDeployedIntro", { network })];
  }
  const intro =
    check?.code === "delegated"
      ? say("cannotSignDelegated", { wallet: wallet.name })
      : say("cannotSignIntro");
  return [say("cannotSignTitle"), intro];
}

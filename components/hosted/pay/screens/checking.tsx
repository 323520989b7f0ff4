import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { testWallet } from "@/components/hosted/pay/test-wallet-choice";
import { useCheckAgain } from "@/components/hosted/pay/use-check-again";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

/** The wallet's balance is being read. */
export function Checking() {
  const { page, state, controller, say } = useWalletPay();
  useCheckAgain();
  if (state.step.name !== "connected") return null;
  const { wallet, checkFailed } = state.step;
  const isTest = wallet.id === testWallet.id;
  return (
    <ScreenFrame
      title={say("checkingTitle")}
      intro={isTest ? say("checkingTest") : say("checkingIntro", { network: page.network.label })}
    >
      <div role="status">
        {checkFailed ? (
          <Notice tone="wait">{say("checkFailed")}</Notice>
        ) : (
          <Spinner className="size-6 text-muted" />
        )}
      </div>
      <Button look="quiet" wide onClick={() => controller.leave()}>
        {say("otherWallet")}
      </Button>
    </ScreenFrame>
  );
}

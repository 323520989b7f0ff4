import { chainName } from "@/components/hosted/pay/chain-name";
import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** The wallet is on another network; the switch was already offered once. */
export function WrongNetwork() {
  const { page, state, controller, say } = useWalletPay();
  const { step } = state;
  if (step.name !== "connected") return null;
  const network = page.network.label;
  const current =
    chainName(step.chainId) ?? say("networkUnnamed", { chainId: String(step.chainId) });
  const byHand =
    step.network !== "idle" && step.network !== "asking" && step.network !== "rejected";
  return (
    <ScreenFrame
      title={say("networkTitle", { network })}
      intro={say("networkIntro", { current, network })}
    >
      <div role="status" className="empty:absolute">
        <NetworkRemark step={step} />
      </div>
      <div className="grid gap-2.5">
        <Button
          wide
          look={byHand ? "secondary" : "primary"}
          busy={step.network === "asking"}
          onClick={() => void controller.switchNetwork()}
        >
          {byHand ? say("tryAgain") : say("networkSwitch")}
        </Button>
        <Button look="quiet" wide onClick={() => controller.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}

function NetworkRemark({ step }: { step: ConnectedState }) {
  const { page, say } = useWalletPay();
  const wallet = step.wallet.name;
  if (step.network === "idle") return null;
  if (step.network === "asking") return <Notice>{say("networkAsking", { wallet })}</Notice>;
  if (step.network === "rejected") return <Notice tone="wait">{say("networkRejected")}</Notice>;
  if (step.network === "already_open") {
    return <Notice tone="wait">{say("alreadyOpen", { wallet })}</Notice>;
  }
  const { label, chainId } = page.network;
  return (
    <Notice tone="wait">
      <p>{say("networkByHand", { wallet })}</p>
      <ol className="mt-1.5 grid list-decimal gap-1 pl-4.5">
        <li>{say("networkStep1", { wallet })}</li>
        <li>{say("networkStep2", { network: label, chainId: String(chainId) })}</li>
        <li>{say("networkStep3")}</li>
      </ol>
    </Notice>
  );
}

import { usePay } from "@/components/pay/pay-context";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { shortHex } from "@/components/pay/short-hex";
import { Button } from "@/components/ui/button";

/** A wallet that cannot pay here: refused without a reason, or unable to sign for the token. */
export function Unusable() {
  const { page, state, conductor, say } = usePay();
  if (state.step.name !== "connected") return null;
  const { unusable, account } = state.step;
  const blocked = unusable === "blocked";
  return (
    <ScreenFrame
      title={blocked ? say("blockedTitle") : say("cannotSignTitle")}
      intro={
        blocked ? say("blockedIntro", { merchant: page.merchant.name }) : say("cannotSignIntro")
      }
    >
      <p className="font-mono text-muted text-sm">{shortHex(account)}</p>
      <Button wide onClick={() => conductor.leave()}>
        {say("otherWallet")}
      </Button>
    </ScreenFrame>
  );
}

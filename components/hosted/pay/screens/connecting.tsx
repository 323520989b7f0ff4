import { usePay } from "@/components/hosted/pay/pay-context";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { WalletMark } from "@/components/hosted/pay/wallet-mark";
import type { BrowserKey } from "@/components/hosted/words/pay/pay-words";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { WalletErrorKind } from "@/lib/client/wallet/wallet-error";

/** The wallet was asked for an account. */
export function Connecting() {
  const { state, controller, say } = usePay();
  if (state.step.name !== "connect") return null;
  const { wallet } = state.step;
  const Waiting = controller.more?.waitingFor(wallet.id);
  if (Waiting) return <Waiting />;
  return (
    <ScreenFrame
      title={say("connectingTitle", { wallet: wallet.name })}
      intro={say("connectingIntro")}
    >
      <div className="flex items-center gap-3.5 rounded-2xl border border-line bg-raised p-3.5">
        <WalletMark wallet={wallet} />
        <span className="min-w-0 flex-1 font-medium">{wallet.name}</span>
        <Spinner className="size-5 text-muted" />
      </div>
      <Button look="secondary" wide onClick={() => controller.leave()}>
        {say("cancel")}
      </Button>
    </ScreenFrame>
  );
}

const causes = {
  rejected: "connectRejected",
  unauthorized: "connectUnauthorized",
  already_open: "alreadyOpen",
  disconnected: "connectDisconnected",
  unsupported: "connectFailed",
  unknown_chain: "connectFailed",
  expired: "connectExpired",
  ended: "connectEnded",
  signed_on_chain: "connectFailed",
  unknown: "connectFailed",
} as const satisfies Record<WalletErrorKind, BrowserKey>;

/** The wallet gave no account. */
export function ConnectRefused() {
  const { state, controller, say } = usePay();
  if (state.step.name !== "connect") return null;
  const { wallet, problem } = state.step;
  return (
    <ScreenFrame
      title={say("connectRefusedTitle")}
      intro={say(causes[problem ?? "unknown"], { wallet: wallet.name })}
    >
      <div className="grid gap-2.5">
        <Button wide onClick={() => void controller.connect(wallet.id)}>
          {say("tryAgain")}
        </Button>
        <Button look="secondary" wide onClick={() => controller.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}

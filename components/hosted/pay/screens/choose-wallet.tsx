import { type Ref, useEffect, useState } from "react";
import { chainPart } from "@/components/hosted/pay/later-screens";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { testWallet } from "@/components/hosted/pay/test-wallet-choice";
import { WalletMark } from "@/components/hosted/pay/wallet-mark";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { ChevronIcon, PhoneIcon } from "@/components/ui/icons";
import { Spinner } from "@/components/ui/spinner";
import type { WalletChoice } from "@/lib/client/wallet/provider";

/** The wallets of this browser, and what will happen. */
export function ChooseWallet() {
  const { state, say, parts } = usePay();
  const firstMore = state.wallets.find(({ hint }) => hint);
  return (
    <ScreenFrame title={say("chooseTitle")} intro={say("chooseIntro")}>
      <ul className="grid grid-cols-1 gap-2.5 noscript:hidden">
        {state.wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletRow wallet={wallet} ref={wallet === firstMore ? takeFocus : undefined} />
          </li>
        ))}
        {!state.settled && (
          <li className="flex min-h-11 items-center gap-2.5 px-1 text-muted text-sm">
            <Spinner className="size-4" />
            {say("looking")}
          </li>
        )}
      </ul>
      <MoreWallets />
      <Chains />
      {parts.next}
      <div className="-mt-1">
        <Disclosure
          summary={
            <span className="flex items-center gap-1.5">
              <PhoneIcon className="size-4" />
              {say("otherDevice")}
            </span>
          }
        >
          {parts.qr}
        </Disclosure>
      </div>
    </ScreenFrame>
  );
}

/** Lists the wallets that are not in this browser, whose code is loaded then. */
export function MoreWallets() {
  const { page, state, controller, say } = usePay();
  if (!page.connectors || state.wallets.some(({ hint }) => hint)) return null;
  return (
    <Button look="secondary" wide onClick={() => void controller.showMore()}>
      {say("moreWallets")}
    </Button>
  );
}

/** The choice of a chain, where there are several; its code is loaded then. */
export function Chains() {
  const { page } = usePay();
  return page.chains.length > 1 && <LaterChains />;
}

function LaterChains() {
  const [part, setPart] = useState(chainPart.loaded);
  useEffect(() => {
    if (!part) void chainPart.load().then((code) => setPart(code));
  }, [part]);
  return part && <part.PayOnFirst />;
}

/** The button that had the focus is gone. A screen that comes in afresh gives it to its heading afterwards. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function WalletRow({ wallet, ref }: { wallet: WalletChoice; ref?: Ref<HTMLButtonElement> }) {
  const { controller, say } = usePay();
  const isTest = wallet.id === testWallet.id;
  return (
    <button
      ref={ref}
      type="button"
      onClick={() => void controller.connect(wallet.id)}
      className="group flex min-h-16 w-full items-center gap-3.5 rounded-2xl border border-line bg-raised px-3.5 py-2.5 text-left pressable shadow-xs hover:border-edge"
    >
      <WalletMark wallet={wallet} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          <span className="wrap-anywhere">{isTest ? say("testWallet") : wallet.name}</span>
          {isTest && (
            <span className="shrink-0 whitespace-nowrap rounded-md bg-test-soft px-1.5 py-px font-medium text-test-ink text-xs">
              {say("testTag")}
            </span>
          )}
        </span>
        <span className="block text-muted text-sm">
          {isTest ? say("testWalletHint") : (wallet.hint ?? say("detected"))}
        </span>
      </span>
      <ChevronIcon className="size-5 text-muted transition-transform group-hover:translate-x-0.5" />
    </button>
  );
}

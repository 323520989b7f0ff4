import { useState } from "react";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { testWallet } from "@/components/hosted/pay/test-wallet-choice";
import { useCheckAgain } from "@/components/hosted/pay/use-check-again";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Spinner } from "@/components/ui/spinner";
import { formatAmount } from "@/lib/core/amounts/format-amount";

/** Less in the wallet than is to be paid. It is looked at again while the payer adds to it. */
export function Insufficient() {
  const { page, state, controller, say, locale, amount } = useWalletPay();
  useCheckAgain();
  const [isChecking, setChecking] = useState(false);
  if (state.step.name !== "connected" || !state.step.check) return null;
  const { account, check, wallet } = state.step;
  const money = (value: bigint | string) =>
    formatAmount({ ...page, amount: value.toString() }, locale);
  const balance = money(check.balance);
  const missing = money(BigInt(page.amount) - BigInt(check.balance));
  const network = page.network.label;
  const checkAgain = async () => {
    setChecking(true);
    await controller.check();
    setChecking(false);
  };
  return (
    <ScreenFrame
      title={say("insufficientTitle", { currency: page.currency })}
      intro={say("insufficientIntro", { balance, amount, network })}
    >
      <div className="rounded-2xl border border-line bg-raised p-4">
        <p className="text-muted text-sm">{say("yourAddress")}</p>
        <p translate="no" className="mt-1 break-all font-mono text-sm leading-relaxed">
          {account}
        </p>
        <div className="mt-3">
          <CopyButton text={account} label={say("copyAddress")} copied={say("copied")} />
        </div>
      </div>
      <p role="status" className="flex items-center gap-2.5 text-muted text-sm">
        <Spinner className="size-4" />
        {isChecking ? say("insufficientChecking") : say("insufficientAgain", { missing })}
      </p>
      <div className="grid gap-2.5">
        <Button wide busy={isChecking} onClick={() => void checkAgain()}>
          {wallet.id === testWallet.id ? say("getTestTokens") : say("checkAgain")}
        </Button>
        {page.chains.length > 1 && (
          <Button
            look="secondary"
            wide
            onClick={() => controller.store.dispatch({ type: "chain_chosen", chosen: false })}
          >
            {say("otherNetwork")}
          </Button>
        )}
        <Button look="secondary" wide onClick={() => controller.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}

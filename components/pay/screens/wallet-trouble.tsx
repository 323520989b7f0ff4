import { useEffect } from "react";
import { formatAmount } from "@/components/money/format-amount";
import { usePay } from "@/components/pay/pay-context";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { shortHex } from "@/components/pay/short-hex";
import { testWallet } from "@/components/pay/test-wallet-choice";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

const CHECK_AGAIN_MS = 10_000;

function useCheckAgain(): void {
  const { conductor } = usePay();
  useEffect(() => {
    const timer = setInterval(() => void conductor.check(), CHECK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [conductor]);
}

/** The wallet's balance is being read. */
export function Checking() {
  const { page, state, conductor, say } = usePay();
  useCheckAgain();
  if (state.step.name !== "connected") return null;
  const { wallet, checkFailed } = state.step;
  const isTest = wallet.id === testWallet.id;
  return (
    <ScreenFrame
      title={say("checkingTitle")}
      intro={isTest ? say("checkingTest") : say("checkingIntro", { network: page.network.label })}
    >
      {checkFailed ? (
        <Notice tone="wait">{say("checkFailed")}</Notice>
      ) : (
        <Spinner className="size-6 text-muted" />
      )}
      <Button look="quiet" wide onClick={() => conductor.leave()}>
        {say("otherWallet")}
      </Button>
    </ScreenFrame>
  );
}

/** Less in the wallet than is to be paid. It is looked at again while the payer adds to it. */
export function Insufficient() {
  const { page, state, conductor, say, locale, amount } = usePay();
  useCheckAgain();
  if (state.step.name !== "connected" || !state.step.check) return null;
  const { account, check, wallet } = state.step;
  const money = (value: bigint | string) =>
    formatAmount({ ...page, amount: value.toString() }, locale);
  const balance = money(check.balance);
  const missing = money(BigInt(page.amount) - BigInt(check.balance));
  const network = page.network.label;
  return (
    <ScreenFrame
      title={say("insufficientTitle", { currency: page.currency })}
      intro={say("insufficientIntro", { balance, amount, network })}
    >
      <div className="rounded-2xl border border-line bg-raised p-4">
        <p className="text-muted text-sm">{say("yourAddress")}</p>
        <p className="mt-1 break-all font-mono text-sm leading-relaxed">{account}</p>
        <div className="mt-3">
          <CopyButton text={account} label={say("copyAddress")} copied={say("copied")} />
        </div>
      </div>
      <p className="flex items-center gap-2.5 text-muted text-sm">
        <Spinner className="size-4" />
        {say("insufficientAgain", { missing })}
      </p>
      <div className="grid gap-2.5">
        <Button wide onClick={() => void conductor.check()}>
          {wallet.id === testWallet.id ? say("getTestTokens") : say("checkAgain")}
        </Button>
        <Button look="secondary" wide onClick={() => conductor.leave()}>
          {say("otherWallet")}
        </Button>
      </div>
    </ScreenFrame>
  );
}

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

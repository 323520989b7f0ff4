import { useEffect, useId, useState } from "react";
import { AccountNote } from "@/components/pay/account-note";
import type { Connected, SignProblem } from "@/components/pay/pay-state";
import { prepareSigning } from "@/components/pay/prepare-signing";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { signAndPay } from "@/components/pay/sign-and-pay";
import { SignatureCards } from "@/components/pay/signature-cards";
import { useWalletPay, type WalletPay } from "@/components/pay/use-wallet-pay";
import { WalletAccount } from "@/components/pay/wallet-account";
import { Button } from "@/components/ui/button";
import type { PayEnglish } from "@/components/words/pay/pay-words";
import type { WalletEnglish } from "@/components/words/wallet/wallet-words";

/** From looking at the order to the last signature, on one screen whose steps light up. */
export function SignPayment() {
  const current = useWalletPay();
  const { state, screen, controller } = current;
  const [email, setEmail] = useState("");
  const { step } = state;
  const isReview = screen === "confirm";
  useEffect(() => {
    // The message is fetched before it is asked for: the wallet must open on the payer's own click.
    if (isReview) void prepareAhead();
    async function prepareAhead() {
      if (await prepareSigning(controller)) controller.setTask({ name: "review" });
    }
  }, [isReview, controller]);
  if (step.name !== "connected") return null;
  const pay = () => void signAndPay(controller, email);
  return (
    <ScreenFrame
      title={titleOf(current, step)}
      intro={introOf(current, step)}
      actions={<SignActions onPay={pay} />}
    >
      <WalletAccount step={step} locked={!isReview} />
      {isReview && <EmailField email={email} onChange={setEmail} onSubmit={pay} />}
      {isReview && <AccountNote step={step} />}
      <SignatureCards step={step} />
    </ScreenFrame>
  );
}

function SignActions({ onPay }: { onPay(): void }) {
  const { state, screen, controller, say, amount } = useWalletPay();
  if (state.step.name !== "connected") return null;
  const { task, wallet } = state.step;
  if (screen === "confirm") {
    return (
      <Button wide type="submit" form={emailFormId} busy={task.name === "preparing"}>
        {say("signAndPay", { amount })}
      </Button>
    );
  }
  return (
    <div className="grid gap-1">
      {task.name === "sign" && (
        <Button wide busy>
          {say("signWaiting", { wallet: wallet.name })}
        </Button>
      )}
      {task.name === "sign_refused" && (
        <Button wide onClick={onPay}>
          {say("signAgain")}
        </Button>
      )}
      <Button look="quiet" wide onClick={() => controller.leave()}>
        {say("cancel")}
      </Button>
    </div>
  );
}

const emailFormId = "pay-receipt-email";

interface EmailFieldProps {
  email: string;
  onChange(email: string): void;
  onSubmit(): void;
}

function EmailField({ email, onChange, onSubmit }: EmailFieldProps) {
  const { page, say } = useWalletPay();
  const id = useId();
  return (
    <form
      id={emailFormId}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor={id} className="flex items-baseline justify-between font-medium text-sm">
        {say("emailLabel")}
        <span className="font-normal text-muted">{say("optional")}</span>
      </label>
      <input
        id={id}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        maxLength={320}
        value={email}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-hint`}
        className="mt-1.5 min-h-11 w-full rounded-xl border border-edge bg-raised px-3.5 text-base transition-shadow"
      />
      <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
        {say("emailHint", { merchant: page.merchant.name })}
      </p>
    </form>
  );
}

const problemWords = {
  rejected: "signRejected",
  expired: "signExpired",
  unsupported: "signUnsupported",
  already_open: "signOpen",
  unauthorized: "connectUnauthorized",
  disconnected: "signFailed",
  unknown_chain: "signFailed",
  unknown: "signFailed",
} as const satisfies Record<SignProblem, keyof (PayEnglish & WalletEnglish)>;

function titleOf({ page, say }: WalletPay, { task, wallet, request }: Connected): string {
  const isOnly = (request ?? page).signatures === 1;
  if (task.name === "sign") {
    return isOnly
      ? say("signOnceTitle", { wallet: wallet.name })
      : say("signTitle", { number: String(task.number) });
  }
  if (task.name !== "sign_refused") return say("confirmTitle");
  if (task.problem === "expired") return say("signExpiredTitle");
  const isDeclined = task.problem === "rejected";
  if (isOnly) return say(isDeclined ? "signOnceRejectedTitle" : "signOnceFailedTitle");
  const number = String(task.number);
  return say(isDeclined ? "signRejectedTitle" : "signFailedTitle", { number });
}

function introOf({ page, say }: WalletPay, { task, wallet, request }: Connected): string {
  const isOnly = (request ?? page).signatures === 1;
  if (task.name === "sign") return say("signIntro");
  if (task.name !== "sign_refused") return say(isOnly ? "oneSignature" : "twoSignatures");
  return say(problemWords[task.problem], { wallet: wallet.name });
}

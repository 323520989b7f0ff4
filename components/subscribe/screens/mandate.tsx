import { type ReactNode, useId, useState } from "react";
import { AccountNote } from "@/components/pay/account-note";
import type { Connected, SignProblem } from "@/components/pay/pay-state";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { useWalletPay, type WalletPay } from "@/components/pay/use-wallet-pay";
import { WalletAccount } from "@/components/pay/wallet-account";
import { MandateCards } from "@/components/subscribe/mandate-cards";
import { MandateSentence, MandateTerms } from "@/components/subscribe/mandate-terms";
import { signAndSubscribe } from "@/components/subscribe/sign-and-subscribe";
import { useSubscribing } from "@/components/subscribe/subscribe-context";
import { Button } from "@/components/ui/button";

/** From looking at the terms to the last signature, on one screen whose steps light up. */
export function Mandate() {
  const current = useWalletPay();
  const { subscriber, words } = useSubscribing();
  const [email, setEmail] = useState("");
  const { step } = current.state;
  const isReview = current.screen === "confirm";
  if (step.name !== "connected") return null;
  const subscribe = () => void signAndSubscribe(subscriber, email);
  const [title, intro] = wordsOf(current, step, words("reviewIntro"), words("signWillStart"));
  return (
    <ScreenFrame title={title} intro={intro} actions={<Actions onSign={subscribe} />}>
      <WalletAccount step={step} locked={!isReview} />
      {isReview && <MandateTerms />}
      {isReview && <EmailField email={email} onChange={setEmail} onSubmit={subscribe} />}
      {isReview && <AccountNote step={step} />}
      <MandateCards step={step} />
      {isReview && <MandateSentence />}
    </ScreenFrame>
  );
}

const emailFormId = "subscribe-email";

function Actions({ onSign }: { onSign(): void }): ReactNode {
  const { state, screen, controller, say } = useWalletPay();
  const { words } = useSubscribing();
  if (state.step.name !== "connected") return null;
  const { task, wallet } = state.step;
  if (screen === "confirm") {
    return (
      <Button wide type="submit" form={emailFormId} busy={task.name === "preparing"}>
        {words("signAndSubscribe")}
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
        <Button wide onClick={onSign}>
          {say("signAgain")}
        </Button>
      )}
      <Button look="quiet" wide onClick={() => controller.leave()}>
        {say("cancel")}
      </Button>
    </div>
  );
}

interface EmailFieldProps {
  email: string;
  onChange(email: string): void;
  onSubmit(): void;
}

function EmailField({ email, onChange, onSubmit }: EmailFieldProps) {
  const { page, say } = useWalletPay();
  const { words } = useSubscribing();
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
        {words("emailLabel")}
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
        {words("emailHint", { merchant: page.merchant.name })}
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
} as const satisfies Record<SignProblem, string>;

function wordsOf(
  { say }: WalletPay,
  { task, wallet }: Connected,
  review: string,
  starts: string,
): [string, string] {
  if (task.name === "sign") return [say("signTitle", { number: String(task.number) }), starts];
  if (task.name !== "sign_refused") return [say("confirmTitle"), review];
  const intro = say(problemWords[task.problem], { wallet: wallet.name });
  if (task.problem === "expired") return [say("signExpiredTitle"), intro];
  const number = String(task.number);
  const isDeclined = task.problem === "rejected";
  return [say(isDeclined ? "signRejectedTitle" : "signFailedTitle", { number }), intro];
}

import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PayEnglish } from "@/components/hosted/words/pay/pay-words";
import type { WalletEnglish } from "@/components/hosted/words/wallet/wallet-words";
import { Button } from "@/components/ui/button";
import type { SignProblem } from "./pay-state";
import { emailForm } from "./typed-email";
import { useWalletPay } from "./use-wallet-pay";

const emailFormId = "sign-email";

/** Whether what is typed is an address, or nothing; says so at the field otherwise. */
export function isEmailRight(): boolean {
  const form = document.getElementById(emailFormId);
  if (!(form instanceof HTMLFormElement) || form.checkValidity()) return true;
  form.requestSubmit();
  return false;
}

interface SignActionsProps {
  /** What the button says before anything is signed. */
  label: string;
  onSign(): void;
}

/** Begins to sign, shows that the wallet is open, and lets the payer sign again or leave. */
export function SignActions({ label, onSign }: SignActionsProps) {
  const { state, screen, controller, say } = useWalletPay();
  if (state.step.name !== "connected") return null;
  const { task, wallet } = state.step;
  if (screen === "confirm") {
    return (
      <Button wide type="submit" form={emailFormId} busy={task.name === "preparing"}>
        {label}
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
  label: string;
  hint: string;
  email: string;
  onChange(email: string): void;
  onSubmit(): void;
}

/** Where mails are wanted, if anywhere; the form that {@link SignActions} submits. */
export function EmailField({ label, hint, email, onChange, onSubmit }: EmailFieldProps) {
  const { say } = useWalletPay();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = input.current?.validity.valid ?? true;
    flushSync(() => setWrong(!isRight));
    if (isRight) onSubmit();
    else input.current?.focus();
  };
  return (
    <form id={emailFormId} noValidate onSubmit={submit}>
      <label htmlFor={id} className="flex items-baseline justify-between font-medium text-sm">
        {label}
        <span className="font-normal text-muted">{say("optional")}</span>
      </label>
      <input
        ref={input}
        id={id}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        maxLength={320}
        pattern={emailForm}
        value={email}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error ${id}-hint` : `${id}-hint`}
        className="mt-1.5 min-h-11 w-full rounded-xl border border-edge bg-raised px-3.5 text-base transition-shadow"
      />
      {isWrong && (
        <p id={`${id}-error`} className="mt-1.5 text-bad text-sm">
          {say("emailWrong")}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
        {hint}
      </p>
    </form>
  );
}

/** Why the wallet did not sign. */
export const problemWords = {
  rejected: "signRejected",
  expired: "signExpired",
  unsupported: "signUnsupported",
  already_open: "signOpen",
  unauthorized: "connectUnauthorized",
  disconnected: "signFailed",
  unknown_chain: "signFailed",
  ended: "signFailed",
  signed_on_chain: "signOnChain",
  unknown: "signFailed",
} as const satisfies Record<SignProblem, keyof (PayEnglish & WalletEnglish)>;

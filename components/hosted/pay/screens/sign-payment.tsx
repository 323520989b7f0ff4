import { useEffect } from "react";
import { AccountNote } from "@/components/hosted/pay/account-note";
import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { prepareAhead, signAndPay } from "@/components/hosted/pay/sign-and-pay";
import { EmailField, problemWords, SignActions } from "@/components/hosted/pay/sign-parts";
import { SignatureCards } from "@/components/hosted/pay/signature-cards";
import { TimeWarning } from "@/components/hosted/pay/time-warning";
import { useTypedEmail } from "@/components/hosted/pay/typed-email";
import { useWalletPay, type WalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { WalletAccount } from "@/components/hosted/pay/wallet-account";

/** From looking at the order to the last signature, on one screen whose steps light up. */
export function SignPayment() {
  const current = useWalletPay();
  const { page, state, screen, controller, say, amount } = current;
  const [email, setEmail] = useTypedEmail(page.sessionId, page.email);
  const { step } = state;
  const isReview = screen === "confirm";
  useEffect(() => {
    if (isReview) void prepareAhead(controller);
  }, [isReview, controller]);
  if (step.name !== "connected") return null;
  const pay = () => void signAndPay(controller, email);
  return (
    <ScreenFrame
      title={titleOf(current, step)}
      intro={introOf(current, step)}
      actions={<SignActions label={say("signAndPay", { amount })} onSign={pay} />}
    >
      <WalletAccount step={step} locked={!isReview} />
      <TimeWarning
        clock={{ asOf: state.status.asOf, readAtMs: state.readAtMs }}
        ends={[page.expiresAt, step.request?.signBefore]}
      />
      {isReview && (
        <EmailField
          label={say("emailLabel")}
          hint={say("emailHint", { merchant: page.merchant.name })}
          email={email}
          onChange={setEmail}
          onSubmit={pay}
        />
      )}
      {isReview && <AccountNote step={step} />}
      <SignatureCards step={step} />
    </ScreenFrame>
  );
}

function titleOf({ page, say }: WalletPay, { task, wallet, request }: ConnectedState): string {
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

function introOf({ page, say }: WalletPay, { task, wallet, request }: ConnectedState): string {
  const isOnly = (request ?? page).signatures === 1;
  if (task.name === "sign") return say("signIntro");
  if (task.name !== "sign_refused") return say(isOnly ? "oneSignature" : "twoSignatures");
  return say(problemWords[task.problem], { wallet: wallet.name });
}

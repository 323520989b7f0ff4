import { useEffect } from "react";
import { AccountNote } from "@/components/hosted/pay/account-note";
import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { EmailField, problemWords, SignActions } from "@/components/hosted/pay/sign-parts";
import { TimeWarning } from "@/components/hosted/pay/time-warning";
import { useTypedEmail } from "@/components/hosted/pay/typed-email";
import { useWalletPay, type WalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { WalletAccount } from "@/components/hosted/pay/wallet-account";
import { BatchOffer, useAtomicSupport } from "@/components/hosted/subscribe/batch/batch-offer";
import { resumeBatch } from "@/components/hosted/subscribe/batch/subscribe-by-batch";
import { useBatchWords } from "@/components/hosted/subscribe/batch/use-batch-words";
import { MandateCards } from "@/components/hosted/subscribe/mandate-cards";
import { MandateSentence, MandateTerms } from "@/components/hosted/subscribe/mandate-terms";
import { resendMandate, signAndSubscribe } from "@/components/hosted/subscribe/sign-and-subscribe";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { pageReceivedMs } from "@/components/ui/time/page-received";

/** From looking at the terms to the last signature, on one screen whose steps light up. */
export function Mandate() {
  const current = useWalletPay();
  const { plan, own, subscriber, words } = useSubscribing();
  const [email, setEmail] = useTypedEmail(plan.planId, plan.email);
  const { step } = current.state;
  const isReview = current.screen === "confirm";
  const atomic = useAtomicSupport();
  const sayBatch = useBatchWords();
  useEffect(() => {
    if (!isReview) return;
    resumeBatch(subscriber);
    void resendMandate(subscriber);
  }, [isReview, subscriber]);
  if (step.name !== "connected") return null;
  const subscribe = () => void signAndSubscribe(subscriber, email);
  const [title, intro] = wordsOf(current, step, words("reviewIntro"), words("signWillStart"));
  return (
    <>
      <ScreenFrame
        title={title}
        intro={intro}
        actions={<SignActions label={words("signAndSubscribe")} onSign={subscribe} />}
      >
        <WalletAccount step={step} locked={!isReview} />
        <TimeWarning
          clock={{ asOf: plan.asOf, readAtMs: pageReceivedMs() }}
          ends={[isReview ? undefined : own.request?.signBefore]}
        />
        {isReview && <MandateTerms />}
        {isReview && (
          <EmailField
            label={words("emailLabel")}
            hint={words("emailHint", { merchant: current.page.merchant.name })}
            email={email}
            onChange={setEmail}
            onSubmit={subscribe}
          />
        )}
        {isReview && <AccountNote step={step} />}
        <MandateCards step={step} />
        {isReview && (
          <MandateSentence button={words("signAndSubscribe")} other={atomic && sayBatch("offer")} />
        )}
      </ScreenFrame>
      {atomic && (
        <div className="mt-3 grid gap-2.5">
          <BatchOffer step={step} email={email} atomic={atomic} />
        </div>
      )}
    </>
  );
}

function wordsOf(
  { say }: WalletPay,
  { task, wallet }: ConnectedState,
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

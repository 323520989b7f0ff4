import { Disclosure } from "@/components/ui/disclosure";
import { shortHex } from "@/components/ui/short-hex";
import { formatInstant, useTimeZone } from "@/components/ui/time/local-time";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { OnlySignature } from "./only-signature";
import type { ConnectedState } from "./pay-state";
import { RawMessage } from "./raw-message";
import { SignatureCard } from "./signature-card";
import { useWalletPay } from "./use-wallet-pay";

/** What is signed, in words and as the wallet will show it: one message, or two that are numbered. */
export function SignatureCards({ step }: { step: ConnectedState }) {
  const { page } = useWalletPay();
  const { request } = step;
  return (
    <ol className="grid overflow-hidden rounded-2xl border border-line bg-raised">
      {(request ?? page).signatures === 1 ? (
        <OnlySignature step={step} />
      ) : (
        <BothSignatures step={step} />
      )}
    </ol>
  );
}

function BothSignatures({ step }: { step: ConnectedState }) {
  const { page, say, locale, amount } = useWalletPay();
  const timeZone = useTimeZone();
  const { request } = step;
  const merchant = page.merchant.name;
  const time = request ? formatInstant(request.signBefore, "time", locale, timeZone) : "…";
  return (
    <>
      <SignatureCard
        step={step}
        number={1}
        mark={1}
        title={say("sign1Title", { amount })}
        text={say("sign1Text", { merchant, time })}
      >
        {request && <WalletMessage data={request.authorization} />}
      </SignatureCard>
      <SignatureCard
        step={step}
        number={2}
        mark={2}
        title={say("sign2Title")}
        text={say("sign2Text", { order: shortHex(page.sessionId) })}
      >
        {request?.signatures === 2 && <WalletMessage data={request.intent} />}
      </SignatureCard>
    </>
  );
}

function WalletMessage({ data }: { data: TypedData }) {
  const { say } = useWalletPay();
  return (
    <Disclosure summary={say("rawData")}>
      <RawMessage data={data} />
    </Disclosure>
  );
}

import type { ReactNode } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { shortHex } from "@/components/ui/short-hex";
import { PenIcon, ShieldIcon } from "@/components/ui/sign-icons";
import { formatInstant, useTimeZone } from "@/components/ui/time/local-time";
import { termsMessage } from "@/sdk/src/payer/payment-messages";
import type { ConnectedState } from "./pay-state";
import { RawMessage } from "./raw-message";
import { shownTerms } from "./shown-terms";
import { SignatureCard } from "./signature-card";
import { useWalletPay } from "./use-wallet-pay";

/** The one signature: the wallet shows less than it binds, so the page shows the rest and says so. */
export function OnlySignature({ step }: { step: ConnectedState }) {
  const { page, say, locale, amount } = useWalletPay();
  const timeZone = useTimeZone();
  const { request, account } = step;
  const time = request ? formatInstant(request.signBefore, "time", locale, timeZone) : "…";
  const { merchant, merchantId, sessionId, processorAddress } = page;
  return (
    <>
      <SignatureCard
        step={step}
        number={1}
        mark={<PenIcon className="size-3.5" />}
        title={say("signOnceCard", { amount })}
        text={say("sign1Text", { merchant: merchant.name, time })}
      >
        <dl className="mt-3 grid gap-1.5 text-sm">
          <Term name={say("merchant")}>
            {merchant.name} <span className="font-normal text-muted">#{merchantId}</span>
          </Term>
          <Term name={say("reference")}>
            <Hex text={sessionId} />
          </Term>
          <Term name={say("contract")}>
            <Hex text={processorAddress} />
          </Term>
        </dl>
      </SignatureCard>
      <li className="flex gap-3 border-line border-t p-4">
        <span className="grid size-6 shrink-0 place-items-center text-muted">
          <ShieldIcon className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="mt-0.5 text-pretty text-muted text-sm">{say("walletShows")}</p>
          {request?.signatures === 1 && (
            <div className="mt-1">
              <Disclosure summary={say("rawData")}>
                <RawMessage data={request.authorization} />
              </Disclosure>
              <Disclosure summary={say("nonceData")}>
                <RawMessage
                  data={termsMessage({ ...shownTerms(page, account), salt: request.salt })}
                />
              </Disclosure>
            </div>
          )}
        </div>
      </li>
    </>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right font-medium">{children}</dd>
    </div>
  );
}

function Hex({ text }: { text: string }) {
  return (
    <span translate="no" className="font-mono text-note" title={text}>
      {shortHex(text)}
    </span>
  );
}

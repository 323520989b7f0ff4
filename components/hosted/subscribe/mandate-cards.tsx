import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { RawMessage } from "@/components/hosted/pay/raw-message";
import { SignatureCard } from "@/components/hosted/pay/signature-card";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Disclosure } from "@/components/ui/disclosure";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { chargesWords, intervalWords } from "./interval-words";
import { useMandateDates } from "./mandate-terms";
import { useSubscribing } from "./subscribe-context";

/** What is signed, in words and as the wallet will show it. */
export function MandateCards({ step }: { step: ConnectedState }) {
  const { page, amount } = useWalletPay();
  const { plan, own, words } = useSubscribing();
  const { start, end } = useMandateDates();
  const { request } = own;
  return (
    <ol className="grid overflow-hidden rounded-2xl border border-line bg-raised">
      <PermitCard step={step} />
      <SignatureCard
        step={step}
        number={2}
        mark={2}
        title={words("intentTitle", { amount, interval: intervalWords(plan, words) })}
        text={words("intentText", {
          merchant: page.merchant.name,
          start,
          end,
          charges: chargesWords(plan.cycles, words),
        })}
      >
        {request && <WalletMessage data={request.intent} />}
      </SignatureCard>
    </ol>
  );
}

function PermitCard({ step }: { step: ConnectedState }) {
  const { locale } = useWalletPay();
  const { plan, own, words } = useSubscribing();
  const { request, check } = own;
  const money = (amount: string) => formatAmount({ ...plan, amount }, locale);
  const committed = request?.committed ?? check?.committed ?? "0";
  const value = String(BigInt(committed) + BigInt(plan.cap));
  const text = words("permitText");
  const others = words("permitOthers", { value: money(value), committed: money(committed) });
  return (
    <SignatureCard
      step={step}
      number={1}
      mark={1}
      title={words("permitTitle", { cap: money(plan.cap) })}
      text={committed === "0" ? text : `${text} ${others}`}
    >
      {request && <WalletMessage data={request.permit} />}
    </SignatureCard>
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

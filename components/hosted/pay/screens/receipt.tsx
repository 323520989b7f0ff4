import { ChainLink, Copyable } from "@/components/hosted/pay/chain-link";
import { usePay } from "@/components/hosted/pay/pay-context";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { WayBack } from "@/components/hosted/pay/way-back";
import { Button } from "@/components/ui/button";
import { Fact, Facts, LongFact } from "@/components/ui/facts";
import { PrintIcon } from "@/components/ui/icons";
import { LocalTime } from "@/components/ui/time/local-time";
import { formatAmount } from "@/lib/core/amounts/format-amount";

/** Paid for good. The receipt stays until the payer leaves it (WCAG 2.2.1). */
export function Receipt() {
  const { page, say } = usePay();
  return (
    <ScreenFrame
      title={say("receiptTitle")}
      intro={say("paidTo", { merchant: page.merchant.name })}
      mark={<ResultMark tone="good" />}
    >
      <ReceiptFacts />
      <Leave href={page.successUrl} />
    </ScreenFrame>
  );
}

/** Paid, and sent back by the merchant; what screening held, or came late or in another amount, never paid the order. */
export function Refunded() {
  const { page, state, say } = usePay();
  const amount = usePaidAmount();
  return (
    <ScreenFrame
      title={say("refundedTitle")}
      intro={say("refundedIntro", { merchant: page.merchant.name, amount })}
      mark={<ResultMark tone="refund" />}
    >
      <ReceiptFacts />
      <Leave href={state.status.confirmedAt ? page.successUrl : page.cancelUrl} />
    </ScreenFrame>
  );
}

/** A payment that did not pay its session may be of another amount than the page. */
function usePaidAmount(): string {
  const { page, state, locale, amount } = usePay();
  const { refundedAmount } = state.status;
  return refundedAmount ? formatAmount({ ...page, amount: refundedAmount }, locale) : amount;
}

/** Back to the merchant, where they gave an address, and onto paper. */
function Leave({ href }: { href: string | null }) {
  const { say } = usePay();
  return (
    <div className="grid gap-2.5 print:hidden">
      <WayBack href={href} />
      <Button look="secondary" wide onClick={() => window.print()}>
        <PrintIcon className="size-4.5" />
        {say("print")}
      </Button>
    </div>
  );
}

function ReceiptFacts() {
  const { page, state, say, locale } = usePay();
  const amount = usePaidAmount();
  const { confirmedAt } = state.status;
  return (
    <Facts className="rounded-2xl border border-line bg-raised px-4 py-1.5">
      <Fact name={say("amount")}>
        <span className="tabular-nums">{amount}</span>
      </Fact>
      {confirmedAt && (
        <Fact name={say("date")}>
          <LocalTime iso={confirmedAt} shape="full" locale={locale} />
        </Fact>
      )}
      <Fact name={say("merchant")}>{page.merchant.name}</Fact>
      <Fact name={say("network")}>{page.network.label}</Fact>
      <LongFact name={say("receiptNumber")}>
        <Copyable text={page.sessionId} name={say("receiptNumber")} />
      </LongFact>
      <ChainFacts />
      {page.mode === "test" && <Fact name={say("mode")}>{say("testReceipt")}</Fact>}
    </Facts>
  );
}

/** What anyone can look up on the chain. */
function ChainFacts() {
  const { state, say } = usePay();
  const { txHash, refundTxHash, from, to } = state.status;
  const facts = [
    { name: say("transaction"), kind: "tx", hex: txHash },
    { name: say("paidBy"), kind: "address", hex: from },
    { name: say("paidInto"), kind: "address", hex: to },
    { name: say("refundTransaction"), kind: "tx", hex: refundTxHash },
  ] as const;
  return facts.map(
    ({ name, kind, hex }) =>
      hex && (
        <LongFact key={name} name={name}>
          <ChainLink {...{ kind, hex, name }} />
        </LongFact>
      ),
  );
}

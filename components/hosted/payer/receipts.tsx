import type { SaySubscriptions } from "@/components/hosted/words/payer/payer-words";
import { shortHex } from "@/components/ui/short-hex";
import { Day } from "@/components/ui/time/day";
import type { OwnSubscription } from "@/lib/contract/subscriptions/payer-home";
import { formatAmount } from "@/lib/core/amounts/format-amount";

interface Props {
  own: OwnSubscription;
  say: SaySubscriptions;
  locale: string;
}

/** The charges that were made, newest first. */
export function Receipts({ own, say, locale }: Props) {
  if (own.receipts.length === 0) {
    return <p className="text-muted text-sm">{say("noReceipts")}</p>;
  }
  return (
    <ul className="grid gap-1.5 text-sm">
      {own.receipts.map(({ transactionId, amount, chargedAt, txHash }) => (
        <li key={transactionId} className="flex flex-wrap justify-between gap-x-4">
          <span className="tabular-nums">{formatAmount({ ...own, amount }, locale)}</span>
          <Day iso={chargedAt} timeZone={own.merchant.timeZone} locale={locale} />
          <TransactionHash hash={txHash} explorer={own.network.explorer} say={say} />
        </li>
      ))}
    </ul>
  );
}

function TransactionHash(props: { hash: string; explorer: string | null; say: SaySubscriptions }) {
  const { hash, explorer, say } = props;
  const short = (
    <span translate="no" className="font-mono text-note">
      {shortHex(hash)}
    </span>
  );
  if (!explorer) return <span title={hash}>{short}</span>;
  return (
    <a
      href={`${explorer}/tx/${hash}`}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
    >
      <span className="sr-only">{say("viewTransaction")} </span>
      {short}
    </a>
  );
}

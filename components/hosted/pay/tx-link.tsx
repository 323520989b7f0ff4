import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { ArrowIcon } from "@/components/ui/icons";
import { shortHex } from "@/components/ui/short-hex";
import { usePay } from "./pay-context";

/** A transaction: to the chain's explorer where there is one, and to copy. */
export function TxLink({ hash }: { hash: string }) {
  const { page, say } = usePay();
  const { explorer } = page.network;
  const short = shortHex(hash);
  return (
    <span translate="no" className="inline-flex items-center gap-1 font-mono text-note">
      {explorer ? (
        <a
          href={`${explorer}/tx/${hash}`}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center gap-0.5 text-accent underline-offset-2 hover:underline"
        >
          <span className="sr-only">{say("viewTransaction")} </span>
          {short}
          <ArrowIcon className="size-3.5" />
        </a>
      ) : (
        <span title={hash}>{short}</span>
      )}
      <span className="print:hidden">
        <CopyButton
          compact
          text={hash}
          label={say("copy", { what: say("transaction") })}
          copied={say("copied")}
        />
      </span>
    </span>
  );
}

/** The payment's transaction, if there is one. */
export function TxFact() {
  const { state, say } = usePay();
  const { txHash } = state.status;
  if (!txHash) return null;
  return (
    <Facts>
      <Fact name={say("transaction")}>
        <TxLink hash={txHash} />
      </Fact>
    </Facts>
  );
}

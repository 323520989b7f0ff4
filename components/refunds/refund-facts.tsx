import { CopyHex } from "@/components/detail/copy-hex";
import { ObjectLink } from "@/components/detail/object-link";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { type Refund, reasonWords } from "./refund-state";

const origins: Record<Refund["origin"], string> = {
  api: "You",
  chain: "Your wallet alone",
  late_charge: "A charge that came too late",
};

/** What is known of a refund. */
export function RefundFacts({ refund }: { refund: Refund }) {
  const { reason, sessionId, customerId, txHash, refundTxHash, expiresAt, status } = refund;
  const hash = txHash ?? refundTxHash;
  return (
    <Section title="Facts">
      <Facts>
        <Fact name="Amount">
          <Money {...refund} />
        </Fact>
        {reason && <Fact name="Why">{reasonWords[reason]}</Fact>}
        <Fact name="Began with">{origins[refund.origin]}</Fact>
        <Fact name="Created">
          <LocalTime iso={refund.createdAt} shape="full" locale="en" />
        </Fact>
        {status === "pending" && expiresAt && (
          <Fact name="Cancelled unless sent by">
            <LocalTime iso={expiresAt} shape="full" locale="en" />
          </Fact>
        )}
        <Fact name="To">
          <CopyHex hex={refund.payer} what="the payer’s address" />
        </Fact>
        <Fact name="Transaction">
          <ObjectLink path="/dashboard/transactions" id={refund.transactionId} />
        </Fact>
        {sessionId && (
          <Fact name="Payment">
            <ObjectLink path="/dashboard/payments" id={sessionId} />
          </Fact>
        )}
        {customerId && (
          <Fact name="Customer">
            <ObjectLink path="/dashboard/customers" id={customerId} />
          </Fact>
        )}
        {hash && (
          <Fact name="Sent as">
            <CopyHex hex={hash} href={refund.explorerUrl} what="the transaction’s hash" />
          </Fact>
        )}
        <Fact name="Chain">{refund.chainId}</Fact>
      </Facts>
    </Section>
  );
}

import { CopyHex } from "@/components/detail/copy-hex";
import { LinkFact, MomentFact, MoneyFact } from "@/components/detail/fact-kinds";
import { NamedFact } from "@/components/detail/named-fact";
import { ObjectFacts } from "@/components/detail/object-facts";
import { Fact } from "@/components/ui/facts";
import { type Refund, reasonWords } from "./refund-state";

const origins: Record<Refund["origin"], string> = {
  api: "You",
  chain: "Your wallet alone",
  late_charge: "A charge that came too late",
};

/** What is known of a refund. */
export function RefundFacts({ refund }: { refund: Refund }) {
  const { reason, txHash, refundTxHash, expiresAt, status } = refund;
  const hash = txHash ?? refundTxHash;
  return (
    <ObjectFacts>
      <MoneyFact name="Amount" amount={refund.amount} currency={refund.currency} />
      {reason && <Fact name="Why">{reasonWords[reason]}</Fact>}
      <Fact name="Began with">{origins[refund.origin]}</Fact>
      <MomentFact name="Created" iso={refund.createdAt} />
      {status === "pending" && <MomentFact name="To be sent by" iso={expiresAt} />}
      <Fact name="To">
        <CopyHex hex={refund.payer} what="the payer’s address" />
      </Fact>
      <LinkFact kind="Transaction" id={refund.transactionId} />
      <LinkFact kind="Payment" id={refund.sessionId} />
      <NamedFact kind="Customer" id={refund.customerId} />
      {hash && (
        <Fact name="Sent as">
          <CopyHex hex={hash} href={refund.explorerUrl} what="the transaction’s hash" />
        </Fact>
      )}
      <Fact name="Chain">{refund.chainId}</Fact>
    </ObjectFacts>
  );
}

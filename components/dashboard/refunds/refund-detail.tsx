"use client";

import dynamic from "next/dynamic";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MomentFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { NamedFact } from "@/components/dashboard/detail/named-fact";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectTimeline } from "@/components/dashboard/detail/object-timeline";
import type { TimelineEntry } from "@/components/dashboard/detail/timeline";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { RefundSending } from "@/lib/contract/refunds/refund-sender";
import { CancelRefund } from "./cancel-refund";
import { RefundObstacle } from "./refund-obstacle";
import {
  failureAdvice,
  failureWords,
  isReplaced,
  lookOf,
  type Refund,
  RefundState,
  reasonWords,
} from "./refund-state";
import { ReplacedTransfer } from "./replaced-transfer";

const origins: Record<Refund["origin"], string> = {
  api: "You",
  chain: "Your wallet, on-chain",
  late_charge: "Late charge",
};

/** What is known of a refund. */
function RefundFacts({ refund }: { refund: Refund }) {
  const { reason, txHash, refundTxHash, expiresAt, status } = refund;
  const hash = txHash ?? refundTxHash;
  return (
    <ObjectFacts>
      <MoneyFact name="Amount" amount={refund.amount} currency={refund.currency} />
      {reason && <Fact name="Why">{reasonWords[reason]}</Fact>}
      <Fact name="Started by">{origins[refund.origin]}</Fact>
      <MomentFact name="Created" iso={refund.createdAt} />
      {status === "pending" && <MomentFact name="Send before" iso={expiresAt} />}
      <Fact name="To">
        <CopyHex hex={refund.payer} what="the payer’s address" />
      </Fact>
      <LinkFact object="transaction" id={refund.transactionId} />
      <LinkFact object="payment_session" id={refund.sessionId} />
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

const path = "/v1/refunds/{id}";
const shown = { resource: "refund" };

/** Wallets are looked for only where one is to send something. */
const SendRefund = dynamic(() => import("./send-refund").then((module) => module.SendRefund), {
  ssr: false,
  loading: () => <Skeleton label="Loading wallet" />,
});

/** One refund: what the wallet is to send, and what became of it. */
export function RefundDetail(props: {
  id: string;
  first: FirstObject<Refund> | null;
  /** Null where the server could not read the refund with the page. */
  sending: RefundSending | null;
}) {
  const { id, first, sending } = props;
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Refund>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="refund"
      title={<Money {...data} />}
      status={<RefundState {...data} />}
      text={data.note}
      actions={data.status === "pending" && <CancelRefund refund={data} />}
      lead={
        <>
          {data.failureReason && (
            <Notice tone="bad">
              {failureWords[data.failureReason]} {failureAdvice(data)}
            </Notice>
          )}
          <RefundObstacle refund={data} />
          {isReplaced(data) && <ReplacedTransfer refund={data} />}
          {data.status === "pending" && data.instructions && sending && (
            <SendRefund refund={data} instructions={data.instructions} sending={sending} />
          )}
        </>
      }
      facts={<RefundFacts refund={data} />}
    >
      <ObjectTimeline id={id} shown={shown} currency={data.currency} awaited={awaitedOf(data)} />
    </DetailPage>
  );
}

function awaitedOf(refund: Refund): TimelineEntry[] {
  const { status } = refund;
  if (status === "pending") {
    const title = isReplaced(refund)
      ? "Waiting for the transfer’s hash"
      : "Waiting for your wallet";
    return [{ id: "awaited", at: null, title, tone: "wait" }];
  }
  if (status !== "submitted") return [];
  return [{ id: "awaited", at: null, title: lookOf(refund).word, tone: "wait" }];
}

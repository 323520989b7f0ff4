"use client";

import dynamic from "next/dynamic";
import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailPage } from "@/components/detail/detail-page";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import type { TimelineEntry } from "@/components/detail/timeline";
import { Money } from "@/components/money/money";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { RefundSending } from "@/lib/contract/refund-sender";
import { CancelRefund } from "./cancel-refund";
import { RefundFacts } from "./refund-facts";
import { failureWords, type Refund, RefundState } from "./refund-state";

const path = "/v1/refunds/{id}";
const shown = { resource: "refund" };

/** Wallets are looked for only where one is to send something. */
const SendRefund = dynamic(() => import("./send-refund").then((module) => module.SendRefund), {
  ssr: false,
  loading: () => <Skeleton label="The wallet's part is being loaded" />,
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
      back={{ path: "/dashboard/refunds", name: "Refunds" }}
      kind="Refund"
      title={<Money {...data} />}
      status={<RefundState {...data} />}
      text={data.note}
      actions={data.status === "pending" && <CancelRefund refund={data} />}
      lead={
        <>
          {data.failureReason && (
            <Notice tone="bad">{failureWords[data.failureReason]} You can send it again.</Notice>
          )}
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

function awaitedOf({ status }: Refund): TimelineEntry[] {
  if (status === "pending") {
    return [{ id: "awaited", at: null, title: "Waiting for your wallet", tone: "wait" }];
  }
  if (status !== "submitted") return [];
  return [{ id: "awaited", at: null, title: "Becoming final", tone: "wait" }];
}

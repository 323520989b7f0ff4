"use client";

import dynamic from "next/dynamic";
import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import { RawJson } from "@/components/detail/raw-json";
import type { TimelineEntry } from "@/components/detail/timeline";
import { Money } from "@/components/money/money";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
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
export function RefundDetail({ id, first }: { id: string; first: FirstObject<Refund> | null }) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Refund>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DetailHeader
        back={{ path: "/dashboard/refunds", name: "Refunds" }}
        kind="Refund"
        id={data.id}
        title={<Money {...data} />}
        status={<RefundState {...data} />}
        text={data.note}
        actions={
          <>
            {data.status === "pending" && <CancelRefund refund={data} />}
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      <DetailBody facts={<RefundFacts refund={data} />}>
        {data.failureReason && (
          <Notice tone="bad">{failureWords[data.failureReason]} You can send it again.</Notice>
        )}
        {data.status === "pending" && data.instructions && (
          <SendRefund refund={data} instructions={data.instructions} />
        )}
        <ObjectTimeline id={id} shown={shown} awaited={awaitedOf(data)} />
      </DetailBody>
    </>
  );
}

function awaitedOf({ status }: Refund): TimelineEntry[] {
  if (status === "pending") {
    return [{ id: "awaited", at: null, title: "Waiting for your wallet", tone: "wait" }];
  }
  if (status !== "submitted") return [];
  return [{ id: "awaited", at: null, title: "Becoming final", tone: "wait" }];
}

"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailPage } from "@/components/detail/detail-page";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import { ListSection } from "@/components/list/list-section";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { transactionsOf } from "@/components/transactions/transactions-list";
import { Notice } from "@/components/ui/notice";
import { CancelSubscription } from "./cancel-subscription";
import { PauseSubscription } from "./pause-subscription";
import { SubscriptionFacts } from "./subscription-facts";
import {
  blockerWords,
  everyWords,
  type Subscription,
  SubscriptionState,
} from "./subscription-state";

const path = "/v1/subscriptions/{id}";
const shown = { resource: "subscription" };

interface Props {
  id: string;
  first: FirstObject<Subscription> | null;
}

/** One subscription: its charges, the next one, what is left of the cap, and what is in its way. */
export function SubscriptionDetail({ id, first }: Props) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Subscription>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const mayChange = data.closedAt === null && data.status !== "cancelled";
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      back={{ path: "/dashboard/subscriptions", name: "Subscriptions" }}
      kind="Subscription"
      title={<Money {...data} />}
      status={<SubscriptionState {...data} />}
      text={everyWords(data.intervalSeconds)}
      actions={
        mayChange && (
          <>
            <PauseSubscription subscription={data} />
            <CancelSubscription subscription={data} />
          </>
        )
      }
      lead={<Blocker subscription={data} />}
      facts={<SubscriptionFacts subscription={data} />}
    >
      <ListSection title="Charges" list={transactionsOf({ subscriptionId: id })} />
      <ObjectTimeline id={id} shown={shown} currency={data.currency} />
    </DetailPage>
  );
}

/** Why it is not charged, if it is not. */
function Blocker({ subscription }: { subscription: Subscription }) {
  const { failureCode, graceEndsAt, pausedAt, closedAt } = subscription;
  if (failureCode) {
    return (
      <Notice tone="bad">
        <p className="font-medium">{blockerWords[failureCode]}</p>
        {graceEndsAt && !closedAt && (
          <p>
            It lapses unless it is charged by{" "}
            <LocalTime iso={graceEndsAt} shape="second" locale="en" />.
          </p>
        )}
      </Notice>
    );
  }
  if (!pausedAt || closedAt) return null;
  return <Notice tone="wait">It is paused: nothing is collected until you resume it.</Notice>;
}

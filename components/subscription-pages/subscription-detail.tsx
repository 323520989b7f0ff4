"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import { RawJson } from "@/components/detail/raw-json";
import { ListView } from "@/components/list/list-view";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { transactionsOf } from "@/components/transactions/transactions-list";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
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
    <>
      <DetailHeader
        back={{ path: "/dashboard/subscriptions", name: "Subscriptions" }}
        kind="Subscription"
        id={data.id}
        title={<Money {...data} />}
        status={<SubscriptionState {...data} />}
        text={everyWords(data.intervalSeconds)}
        actions={
          <>
            {mayChange && <PauseSubscription subscription={data} />}
            {mayChange && <CancelSubscription subscription={data} />}
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      <DetailBody facts={<SubscriptionFacts subscription={data} />}>
        <Blocker subscription={data} />
        <Section title="Charges">
          <ListView isPart list={transactionsOf({ subscriptionId: id })} first={null} />
        </Section>
        <ObjectTimeline id={id} shown={shown} />
      </DetailBody>
    </>
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
            <LocalTime iso={graceEndsAt} shape="full" locale="en" />.
          </p>
        )}
      </Notice>
    );
  }
  if (!pausedAt || closedAt) return null;
  return <Notice tone="wait">It is paused: nothing is collected until you resume it.</Notice>;
}

"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { NamedFact } from "@/components/dashboard/detail/named-fact";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectTimeline } from "@/components/dashboard/detail/object-timeline";
import { ListSection } from "@/components/dashboard/list/list-section";
import { transactionsOf } from "@/components/dashboard/transactions/transactions-list";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { LocalTime } from "@/components/ui/time/local-time";
import { CancelSubscription } from "./cancel-subscription";
import { PauseSubscription } from "./pause-subscription";
import {
  blockerWords,
  everyWords,
  type Subscription,
  SubscriptionState,
} from "./subscription-state";

/** What is known of a subscription. */
function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { amount, currency, cap, capRemaining, cancelReason } = subscription;
  const { amountChargedOfPeriod: part } = subscription;
  return (
    <ObjectFacts>
      <NamedFact kind="Plan" id={subscription.planId} />
      <NamedFact kind="Customer" id={subscription.customerId} />
      <Fact name="Price">
        <Money {...subscription} /> {everyWords(subscription.intervalSeconds)}
      </Fact>
      {subscription.pausedAt && !subscription.closedAt ? (
        <Fact name="Next charge">None while paused</Fact>
      ) : (
        <MomentFact name="Next charge" iso={subscription.nextChargeAt} none="None" />
      )}
      <Fact name="Charges made">{subscription.chargesMade}</Fact>
      {part !== "0" && part !== amount && (
        <MoneyFact name="Charged of this period" amount={part} currency={currency} />
      )}
      <MoneyFact name="Cap" amount={cap} currency={currency} />
      <MoneyFact name="Remaining limit" amount={capRemaining} currency={currency} />
      <MomentFact name="Paid until" iso={subscription.paidUntil} none="Not paid yet" />
      <MomentFact name="Since" iso={subscription.createdAt} />
      <MomentFact name="Ends" iso={subscription.endAt} />
      {cancelReason && (
        <Fact name="Cancelled because">
          <span className="wrap-anywhere">{cancelReason}</span>
        </Fact>
      )}
      <Fact name="Payer">
        <CopyHex hex={subscription.payer} what="the payer’s address" />
      </Fact>
      <Fact name="Chain">{subscription.chainId}</Fact>
    </ObjectFacts>
  );
}

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
      kind="subscription"
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
  // No grace runs out meanwhile, and nothing is tried.
  if (pausedAt && !closedAt) {
    return (
      <Notice tone="wait">
        Paused. The payer won’t be charged until you resume the subscription.
        {failureCode && " Its last charge failed: Stipend tries it again then."}
      </Notice>
    );
  }
  if (failureCode) {
    return (
      <Notice tone="bad">
        <p className="font-medium">{blockerWords(subscription, failureCode)}</p>
        {graceEndsAt && !closedAt && (
          <p>
            The subscription lapses unless a charge succeeds by{" "}
            <LocalTime iso={graceEndsAt} shape="second" locale="en" />.
          </p>
        )}
      </Notice>
    );
  }
  return null;
}

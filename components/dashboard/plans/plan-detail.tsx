"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { Metadata } from "@/components/dashboard/detail/metadata";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { PageAddress } from "@/components/dashboard/detail/page-address";
import { ListSection } from "@/components/dashboard/list/list-section";
import { everyWords } from "@/components/dashboard/subscriptions/subscription-state";
import { subscriptionsOf } from "@/components/dashboard/subscriptions/subscriptions-list";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { ArchivePlan } from "./archive-plan";
import { type Plan, PlanState } from "./plans-list";

const path = "/v1/subscription-plans/{id}";
const shown = { resource: "subscription_plan" };

/** One plan: its link, how it is put into a page, and who has subscribed. */
export function PlanDetail({ id, first }: { id: string; first: FirstObject<Plan> | null }) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Plan>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="subscription_plan"
      title={data.name}
      status={<PlanState {...data} />}
      text={data.description}
      actions={data.active && <ArchivePlan plan={data} />}
      lead={
        data.active && (
          <PageAddress
            title="The plan’s page"
            text="Send the link, let payers scan it, or put it on a page."
            url={data.checkoutUrl}
            code="The plan’s page as a QR code"
            link={`Subscribe to ${data.name}`}
          />
        )
      }
      facts={<PlanFacts plan={data} />}
    >
      <ListSection title="Subscriptions" list={subscriptionsOf({ planId: id })} />
    </DetailPage>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <ObjectFacts>
        <Fact name="Price">
          <Money {...plan} /> {everyWords(plan.intervalSeconds)}
        </Fact>
        <Fact name="Trial">{plan.trialDays === 0 ? "None" : `${plan.trialDays} days`}</Fact>
        <Fact name="Charges">{plan.maxCycles ?? "No end"}</Fact>
        <MomentFact name="Created" iso={plan.createdAt} />
        <MomentFact name="Archived" iso={plan.archivedAt} />
        <Fact name="Chain">{plan.chainId}</Fact>
      </ObjectFacts>
      <Metadata metadata={plan.metadata} />
    </>
  );
}

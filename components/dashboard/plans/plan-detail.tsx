"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { Metadata } from "@/components/dashboard/detail/metadata";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ListSection } from "@/components/dashboard/list/list-section";
import { everyWords } from "@/components/dashboard/subscriptions/subscription-state";
import { subscriptionsOf } from "@/components/dashboard/subscriptions/subscriptions-list";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";
import { Snippet } from "@/components/ui/snippet";
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
      lead={data.active && <PlanLink url={data.checkoutUrl} name={data.name} />}
      facts={<PlanFacts plan={data} />}
    >
      <ListSection title="Subscriptions" list={subscriptionsOf({ planId: id })} />
    </DetailPage>
  );
}

function PlanLink({ url, name }: { url: string; name: string }) {
  return (
    <Section title="The plan’s page" text="Send the link, let payers scan it, or put it on a page.">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={url} label="The plan’s page as a QR code" />
        <div className="grid min-w-0 flex-1 basis-60 gap-3">
          <CodeLine text={url} />
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} label="Copy link" copied="Copied" />
            <ButtonLink look="secondary" href={url} target="_blank" rel="noreferrer">
              Open
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="mt-5">
        <Snippet isWide text={`<a href="${url}">Subscribe to ${escapeHtml(name)}</a>`} />
      </div>
    </Section>
  );
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

function PlanFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <ObjectFacts>
        <Fact name="Price">
          <Money {...plan} /> {everyWords(plan.intervalSeconds)}
        </Fact>
        <Fact name="Trial">{plan.trialDays === 0 ? "None" : `${plan.trialDays} days`}</Fact>
        <Fact name="Charges">{plan.maxCycles ?? "Without end"}</Fact>
        <MomentFact name="Created" iso={plan.createdAt} />
        <MomentFact name="Archived" iso={plan.archivedAt} />
        <Fact name="Chain">{plan.chainId}</Fact>
      </ObjectFacts>
      <Metadata metadata={plan.metadata} />
    </>
  );
}

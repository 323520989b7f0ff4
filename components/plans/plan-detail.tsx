"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { Metadata } from "@/components/detail/metadata";
import { RawJson } from "@/components/detail/raw-json";
import { ListView } from "@/components/list/list-view";
import { Money } from "@/components/money/money";
import { everyWords } from "@/components/subscription-pages/subscription-state";
import { subscriptionsOf } from "@/components/subscription-pages/subscriptions-list";
import { LocalTime } from "@/components/time/local-time";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
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
    <>
      <DetailHeader
        back={{ path: "/dashboard/plans", name: "Plans" }}
        kind="Plan"
        id={data.id}
        title={data.name}
        status={<PlanState {...data} />}
        text={data.description}
        actions={
          <>
            {data.active && <ArchivePlan plan={data} />}
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      <DetailBody facts={<PlanFacts plan={data} />}>
        {data.active && <PlanLink url={data.checkoutUrl} name={data.name} />}
        <Section title="Subscriptions">
          <ListView isPart list={subscriptionsOf({ planId: id })} first={null} />
        </Section>
      </DetailBody>
    </>
  );
}

function PlanLink({ url, name }: { url: string; name: string }) {
  return (
    <Section title="The plan’s page" text="Send the link, let payers scan it, or put it on a page.">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={url} label="The plan’s page as a QR code" />
        <div className="grid min-w-0 flex-1 basis-60 gap-3">
          <code className="wrap-anywhere rounded-xl border border-line bg-panel px-3 py-2.5 font-mono text-xs">
            {url}
          </code>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} label="Copy link" copied="Copied" />
            <ButtonLink look="secondary" href={url} target="_blank" rel="noreferrer">
              Open
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="mt-5">
        <Snippet text={`<a href="${url}">Subscribe to ${escapeHtml(name)}</a>`} />
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
      <Section title="Facts">
        <Facts>
          <Fact name="Price">
            <Money {...plan} /> {everyWords(plan.intervalSeconds)}
          </Fact>
          <Fact name="Trial">{plan.trialDays === 0 ? "None" : `${plan.trialDays} days`}</Fact>
          <Fact name="Charges">{plan.maxCycles ?? "Without end"}</Fact>
          <Fact name="Created">
            <LocalTime iso={plan.createdAt} shape="full" locale="en" />
          </Fact>
          {plan.archivedAt && (
            <Fact name="Archived">
              <LocalTime iso={plan.archivedAt} shape="full" locale="en" />
            </Fact>
          )}
          <Fact name="Chain">{plan.chainId}</Fact>
        </Facts>
      </Section>
      <Metadata metadata={plan.metadata} />
    </>
  );
}

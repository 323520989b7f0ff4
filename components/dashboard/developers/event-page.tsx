"use client";

import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { ListSection } from "@/components/dashboard/list/list-section";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { deliveriesOf } from "./deliveries-list";
import type { ShownEvent } from "./webhook-shapes";

const paths: Readonly<Record<string, string>> = {
  payment_session: "/dashboard/payments",
  refund: "/dashboard/refunds",
  invoice: "/dashboard/invoices",
  subscription: "/dashboard/subscriptions",
  webhook_endpoint: "/dashboard/developers/webhooks",
};

/** Below which page an event's object is; undefined where the dashboard has none of its kind. */
const objectPath = (type: string): string | undefined => paths[type];

const nothing = () => {};

/** What happened, as webhooks told it: it never changes, so nothing is read again. */
export function EventPage({ event }: { event: ShownEvent }) {
  const { id, type, resource, position, sequence, apiVersion, createdAt } = event;
  const path = objectPath(resource.type);
  const text = JSON.stringify(event.data?.object ?? {}, null, 2);
  return (
    <DetailPage
      object={event}
      error={null}
      refetch={nothing}
      back={{ path: "/dashboard/developers/events", name: "Events" }}
      kind="Event"
      title={<span className="text-xl">{type}</span>}
      facts={
        <ObjectFacts>
          <Fact name="About">
            {path ? <ObjectLink path={path} id={resource.id} /> : <code>{resource.id}</code>}
          </Fact>
          <Fact name="Position">{position ?? "…"}</Fact>
          <Fact name="Sequence">{sequence}</Fact>
          <Fact name="Version">{apiVersion}</Fact>
          <MomentFact name="Created" iso={createdAt} />
        </ObjectFacts>
      }
    >
      <ListSection title="Deliveries" list={deliveriesOf({ eventId: id })} />
      <Section
        title="The object then"
        action={<CopyButton quiet text={text} label="Copy the object" copied="Copied" />}
      >
        <CodeBlock text={text} />
      </Section>
    </DetailPage>
  );
}

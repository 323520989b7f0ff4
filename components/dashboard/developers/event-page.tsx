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
import { objectKind } from "@/lib/core/object-kinds";
import { deliveriesOf } from "./deliveries-list";
import type { ShownEvent } from "./webhook-shapes";

const nothing = () => {};

/** What happened, as webhooks told it: it never changes, so nothing is read again. */
export function EventPage({ event }: { event: ShownEvent }) {
  const { id, type, resource, position, sequence, apiVersion, createdAt } = event;
  const path = objectKind(resource.type)?.list;
  const text = JSON.stringify(event.data?.object ?? {}, null, 2);
  return (
    <DetailPage
      object={event}
      error={null}
      refetch={nothing}
      kind="event"
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
        title="Object at the time"
        action={<CopyButton quiet text={text} label="Copy the object" copied="Copied" />}
      >
        <CodeBlock text={text} />
      </Section>
    </DetailPage>
  );
}

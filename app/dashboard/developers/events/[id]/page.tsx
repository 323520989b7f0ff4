import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BusinessPage } from "@/app/dashboard/business-page";
import { EventPage } from "@/components/dashboard/developers/event-page";
import type { ShownEvent } from "@/components/dashboard/developers/webhook-shapes";
import { encodeAs } from "@/lib/contract/encode";
import { event } from "@/lib/contract/webhooks/events";
import { readEvent } from "@/lib/domain/platform/events/read-event";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Event" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function OneEventPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/dashboard/developers/events/${id}`;
  const { ctx, business, frame } = await openDashboard(path, searchParams);
  const { mode } = frame;
  const found = business && (await readEvent(ctx.db, { merchantId: business.id, mode }, id));
  if (business && !found) notFound();
  return (
    <BusinessPage width="data">
      {found && <EventPage event={encodeAs(event, found) as ShownEvent} />}
    </BusinessPage>
  );
}

import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { EventsList } from "@/components/dashboard/developers/events-list";
import * as events from "@/lib/contract/webhooks/events";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/developers/events", searchParams);
  const first = await readFirstPage(visit, events.listEvents, listEvents);
  return (
    <BusinessPage
      title="Events"
      text="Everything that happened, newest first. Positions have no gaps: read on from your last position and you won’t miss an event."
      width="data"
    >
      <EventsList first={first} />
    </BusinessPage>
  );
}

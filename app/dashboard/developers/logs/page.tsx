import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { RequestsList } from "@/components/dashboard/developers/requests-list";
import * as requestLog from "@/lib/contract/operations/request-log";
import { listRequests } from "@/lib/domain/operations/request-log/list-requests";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Request log" };

export default async function LogsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/developers/logs", searchParams);
  const first = await readFirstPage(visit, requestLog.listRequests, listRequests);
  return (
    <BusinessPage
      title="Request log"
      text="Requests made with your API keys in the last 30 days, without bodies."
      width="data"
    >
      <RequestsList first={first} />
    </BusinessPage>
  );
}

import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Overview } from "@/components/dashboard/developers/overview";
import * as requestLog from "@/lib/contract/operations/request-log";
import { listRequests } from "@/lib/domain/operations/request-log/list-requests";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/developers", searchParams);
  const first = await readFirstPage(visit, requestLog.listRequests, listRequests);
  return (
    <BusinessPage title="Developers" width="data">
      <Overview origin={visit.ctx.config.APP_URL} first={first} />
    </BusinessPage>
  );
}

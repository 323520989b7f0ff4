import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { RenewalsList } from "@/components/dashboard/renewals/renewals-list";
import * as renewals from "@/lib/contract/subscriptions/renewals";
import { listRenewals } from "@/lib/domain/subscriptions/outlook/list-renewals";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Renewals" };

export default async function RenewalsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/renewals", searchParams);
  const first = await readFirstPage(visit, renewals.listRenewals, listRenewals);
  return (
    <BusinessPage
      title="Renewals"
      text="Upcoming charges of your subscriptions. Shows the next seven days by default."
      width="data"
    >
      <RenewalsList first={first} />
    </BusinessPage>
  );
}

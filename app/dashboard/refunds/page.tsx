import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { RefundsList } from "@/components/dashboard/refunds/refunds-list";
import * as refunds from "@/lib/contract/refunds/refunds";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Refunds" };

export default async function RefundsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/refunds", searchParams);
  const first = await readFirstPage(visit, refunds.listRefunds, listRefunds);
  return (
    <BusinessPage title="Refunds" width="data">
      <RefundsList first={first} />
    </BusinessPage>
  );
}

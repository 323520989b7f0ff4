import type { Metadata } from "next";
import { RefundsList } from "@/components/dashboard/refunds/refunds-list";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as refunds from "@/lib/contract/refunds/refunds";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Refunds" };

export default async function RefundsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/refunds", searchParams);
  const first = await readFirstPage(visit, refunds.listRefunds, listRefunds);
  return (
    <DashboardPage title="Refunds" width="data">
      <RefundsList first={first} />
    </DashboardPage>
  );
}

import type { Metadata } from "next";
import { BroadcastsList, NewBroadcastLink } from "@/components/admin/broadcasts/broadcasts-list";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as broadcasts from "@/lib/contract/admin/broadcasts";
import { listBroadcasts } from "@/lib/domain/admin/broadcasts/list-broadcasts";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Broadcasts" };

export default async function BroadcastsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/broadcasts", searchParams);
  const first = await readFirstAdminPage(visit, broadcasts.listBroadcasts, listBroadcasts);
  return (
    <DashboardPage title="Broadcasts" width="data" action={<NewBroadcastLink />}>
      <BroadcastsList first={first} />
    </DashboardPage>
  );
}

import type { Metadata } from "next";
import { BroadcastEditor } from "@/components/admin/broadcasts/broadcast-editor";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New broadcast" };

export default async function NewBroadcast({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin/broadcasts/new", searchParams);
  return (
    <DashboardPage title="New broadcast" width="data">
      <BroadcastEditor />
    </DashboardPage>
  );
}

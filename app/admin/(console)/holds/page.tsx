import type { Metadata } from "next";
import { HoldsPage } from "@/components/admin/holds/holds-page";
import { NeedsRole } from "@/components/admin/shell/needs-role";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Payments on hold" };

export default async function Holds({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin/holds", searchParams);
  return (
    <DashboardPage
      title="Payments on hold"
      text="Payments that screening keeps from being confirmed or sent, of all merchants."
      width="data"
    >
      <NeedsRole least="admin" to="see payments on hold">
        <HoldsPage />
      </NeedsRole>
    </DashboardPage>
  );
}

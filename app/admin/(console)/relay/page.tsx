import type { Metadata } from "next";
import { RelayPage } from "@/components/admin/relay/relay-page";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Relay" };

export default async function Relay({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin/relay", searchParams);
  return (
    <DashboardPage
      title="Relay"
      text="The wallets that send payers’ transactions and pay the gas, and the payments in progress."
      width="data"
    >
      <RelayPage />
    </DashboardPage>
  );
}

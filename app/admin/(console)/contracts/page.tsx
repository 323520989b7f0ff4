import type { Metadata } from "next";
import { ContractsPage } from "@/components/admin/contracts/contracts-page";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Contracts" };

export default async function Contracts({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin/contracts", searchParams);
  return (
    <DashboardPage
      title="Contracts"
      text="Who receives the fees, who manages the registry, and which wallets may charge subscriptions."
      width="data"
    >
      <ContractsPage />
    </DashboardPage>
  );
}

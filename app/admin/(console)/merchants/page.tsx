import type { Metadata } from "next";
import { MerchantsList } from "@/components/admin/merchants/merchants-list";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as merchants from "@/lib/contract/admin/merchants";
import { listMerchants } from "@/lib/domain/admin/merchants/list-merchants";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Merchants" };

export default async function MerchantsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/merchants", searchParams);
  const first = await readFirstAdminPage(visit, merchants.listMerchants, listMerchants);
  return (
    <DashboardPage title="Merchants" width="data">
      <MerchantsList first={first} />
    </DashboardPage>
  );
}

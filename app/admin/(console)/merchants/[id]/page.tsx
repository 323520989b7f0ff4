import type { Metadata } from "next";
import { MerchantDetail } from "@/components/admin/merchants/merchant-detail";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as merchants from "@/lib/contract/admin/merchants";
import { getMerchant } from "@/lib/domain/admin/merchants/get-merchant";
import { readOneAsAdmin } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Merchant" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function MerchantPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openAdmin(`/admin/merchants/${id}`, searchParams);
  const first = await readOneAsAdmin(visit, merchants.getMerchant, getMerchant, id);
  return (
    <DashboardPage width="data">
      <MerchantDetail key={id} {...{ id, first }} platformFees={visit.ctx.config.PLATFORM_FEES} />
    </DashboardPage>
  );
}

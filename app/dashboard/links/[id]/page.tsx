import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { LinkDetail } from "@/components/dashboard/links/link-detail";
import * as paymentLinks from "@/lib/contract/storefronts/payment-links";
import { getPaymentLink } from "@/lib/domain/storefronts/links/get-payment-link";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Payment link" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function LinkPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/links/${id}`, searchParams);
  const first = await readOneObject(visit, paymentLinks.getPaymentLink, getPaymentLink, id);
  return (
    <BusinessPage width="data">
      <LinkDetail key={id} id={id} first={first} />
    </BusinessPage>
  );
}

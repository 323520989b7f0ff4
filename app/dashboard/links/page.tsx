import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { LinksList } from "@/components/dashboard/links/links-list";
import { NewLinkButton } from "@/components/dashboard/links/new-link-button";
import * as paymentLinks from "@/lib/contract/storefronts/payment-links";
import { listPaymentLinks } from "@/lib/domain/storefronts/links/list-payment-links";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Payment links" };

export default async function LinksPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/links", searchParams);
  const first = await readFirstPage(visit, paymentLinks.listPaymentLinks, listPaymentLinks);
  return (
    <BusinessPage title="Payment links" width="data" action={<NewLinkButton />}>
      <LinksList first={first} />
    </BusinessPage>
  );
}

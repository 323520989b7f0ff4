import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NewLink } from "@/components/dashboard/links/new-link";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New payment link" };

export default async function NewLinkPage({ searchParams }: { searchParams: SearchParams }) {
  await openDashboard("/dashboard/links/new", searchParams);
  return (
    <BusinessPage
      title="New payment link"
      text="A page where anyone can pay you, as often as needed. The price can’t be changed later."
      width="data"
    >
      <NewLink />
    </BusinessPage>
  );
}

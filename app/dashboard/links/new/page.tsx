import type { Metadata } from "next";
import { NewLink } from "@/components/dashboard/links/new-link";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New payment link" };

export default async function NewLinkPage({ searchParams }: { searchParams: SearchParams }) {
  await openDashboard("/dashboard/links/new", searchParams);
  return (
    <DashboardPage
      title="New payment link"
      text="A page where anyone can pay you, as often as needed. The price can’t be changed later."
      width="data"
    >
      <NewLink />
    </DashboardPage>
  );
}

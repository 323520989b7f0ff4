import type { Metadata } from "next";
import { ApiKeys } from "@/components/dashboard/keys/api-keys";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const { frame } = await openDashboard("/dashboard/developers/keys", searchParams);
  return (
    <DashboardPage
      title="API keys"
      text="Your servers call the API with a secret key; a web page may hold a publishable one. Each key works in one mode."
    >
      <ApiKeys key={frame.mode} mode={frame.mode} />
    </DashboardPage>
  );
}

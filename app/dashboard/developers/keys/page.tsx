import type { Metadata } from "next";
import { DashboardShell } from "@/components/dashboard/dashboard-shell";
import { ApiKeys } from "@/components/keys/api-keys";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const { frame } = await openDashboard("/dashboard/developers/keys", searchParams);
  return (
    <DashboardShell
      frame={frame}
      title="API keys"
      text="Your servers call the API with a secret key; a web page may hold a publishable one. A key is of one mode."
    >
      <ApiKeys key={frame.mode} mode={frame.mode} />
    </DashboardShell>
  );
}

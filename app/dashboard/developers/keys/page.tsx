import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { ApiKeys } from "@/components/dashboard/keys/api-keys";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const { frame } = await openDashboard("/dashboard/developers/keys", searchParams);
  return (
    <BusinessPage
      title="API keys"
      text="Your servers call the API with a secret key; a web page may hold a publishable one. Each key works in one mode."
    >
      <ApiKeys key={frame.mode} mode={frame.mode} />
    </BusinessPage>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { DemoPage } from "@/components/demo/demo-page";
import { StartPage } from "@/components/ui/start-page";
import { demoAccess } from "@/lib/server/demo-access";
import { listDemoWebhooks } from "@/lib/server/demo-webhooks";

export const metadata: Metadata = { title: { absolute: "Stipend" } };

/** In the demo a payment can be taken here; anywhere else it says what this is and where to go. */
export default async function Home() {
  const demo = demoAccess(await headers());
  if (!demo?.inboxUrl) return <StartPage />;
  const webhooks = await listDemoWebhooks(demo.inboxUrl);
  return <DemoPage apiKey={demo.apiKey} baseUrl={demo.baseUrl} webhooks={webhooks ?? []} />;
}

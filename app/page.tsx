import type { Metadata } from "next";
import { headers } from "next/headers";
import "./merchants.css";
import { DemoPage } from "@/components/site/demo/demo-page";
import { StartPage } from "@/components/site/start-page";
import { viewReadiness } from "@/lib/domain/operations/view-readiness";
import { probes } from "@/lib/server/http/probes";
import { demoAccess, listDemoWebhooks } from "@/lib/server/pages/demo-access";
import { runtime } from "@/lib/server/runtime";

export const metadata: Metadata = { title: { absolute: "Stipend" } };

/** In the demo a payment can be taken here; anywhere else it says what this is and where to go. */
export default async function Home() {
  const demo = demoAccess(await headers());
  if (!demo?.inboxUrl) {
    const { modes } = viewReadiness(await probes().readiness()).output;
    const settles = { test: modes.test.settles, live: modes.live.settles };
    const { APP_URL: baseUrl, PLATFORM_FEES: platformFees } = runtime().config;
    return <StartPage {...{ platformFees, baseUrl, settles }} />;
  }
  const webhooks = await listDemoWebhooks(demo.inboxUrl);
  return <DemoPage apiKey={demo.apiKey} baseUrl={demo.baseUrl} webhooks={webhooks ?? []} />;
}

import type { Metadata } from "next";
import "@/app/merchants.css";
import { SiteFrame } from "@/components/site/site-frame";
import { StatusView } from "@/components/site/status-view";
import { viewReadiness } from "@/lib/domain/operations/view-readiness";
import { probes } from "@/lib/server/http/probes";

export const metadata: Metadata = {
  title: "Status",
  description: "Current status of payments and settlement.",
};
export const dynamic = "force-dynamic";

/** What `/ready` tells machines, for people. */
export default async function StatusPage() {
  const { output } = viewReadiness(await probes().readiness());
  return (
    <SiteFrame path="/status" title="Status">
      <StatusView readiness={output} at={new Date()} />
    </SiteFrame>
  );
}

import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Activity } from "@/components/dashboard/agent/activity";
import { AgentSettings } from "@/components/dashboard/agent/agent-settings";
import { DigestPreview } from "@/components/dashboard/agent/digest-preview";
import { listAgentActivity as activityDeclaration } from "@/lib/contract/agents/activity";
import { getAgentConfig as configDeclaration } from "@/lib/contract/agents/config";
import { getAgentDigest as digestDeclaration } from "@/lib/contract/agents/digest";
import { listAgentActivity } from "@/lib/domain/agents/activity/list-agent-activity";
import { getAgentDigest } from "@/lib/domain/agents/cashflow/get-agent-digest";
import { getAgentConfig } from "@/lib/domain/agents/config/get-agent-config";
import { networksOfMode } from "@/lib/domain/merchants/network-of-mode";
import { readFirstPage, readOwn } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Agent" };

export default async function AgentPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/agent", searchParams);
  const [config, digest, activity] = await Promise.all([
    readOwn(visit, configDeclaration, getAgentConfig),
    readOwn(visit, digestDeclaration, getAgentDigest),
    readFirstPage(visit, activityDeclaration, listAgentActivity),
  ]);
  return (
    <BusinessPage
      title="Agent"
      text="AutoPay works by fixed rules, and only within what you switch on here. It writes down everything it does."
    >
      <div className="grid gap-6">
        {config && (
          <AgentSettings
            key={`${visit.business?.id} ${visit.frame.mode}`}
            config={config}
            businessName={visit.business?.name ?? ""}
            networks={networksOfMode(visit.ctx, visit.frame.mode)}
          />
        )}
        {digest && <DigestPreview digest={digest} />}
        <Activity first={activity} />
      </div>
    </BusinessPage>
  );
}

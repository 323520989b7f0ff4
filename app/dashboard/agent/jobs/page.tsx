import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { JobsSection } from "@/components/dashboard/agent/jobs/jobs-section";
import * as jobs from "@/lib/contract/agents/jobs";
import { listJobs } from "@/lib/domain/agents/jobs/list-jobs";
import { networksOfMode } from "@/lib/domain/merchants/network-of-mode";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Agent’s jobs" };

export default async function AgentJobsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/agent/jobs", searchParams);
  const first = await readFirstPage(visit, jobs.listJobs, listJobs);
  return (
    <BusinessPage
      title="Agent’s jobs"
      text="What your agent buys, within your limits and the treasury’s."
      width="data"
    >
      <JobsSection first={first} networks={networksOfMode(visit.ctx, visit.frame.mode)} />
    </BusinessPage>
  );
}

import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { JobDetail } from "@/components/dashboard/agent/jobs/job-detail";
import * as jobs from "@/lib/contract/agents/jobs";
import { getJob } from "@/lib/domain/agents/jobs/get-job";
import { networksOfMode } from "@/lib/domain/merchants/network-of-mode";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Agent job" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function AgentJobPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/agent/jobs/${id}`, searchParams);
  const first = await readOneObject(visit, jobs.getJob, getJob, id);
  const networks = networksOfMode(visit.ctx, visit.frame.mode);
  return (
    <BusinessPage width="data">
      <JobDetail key={id} id={id} first={first} networks={networks} />
    </BusinessPage>
  );
}

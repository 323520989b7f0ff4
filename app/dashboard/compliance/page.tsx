import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Holds } from "@/components/dashboard/compliance/holds";
import { LogsList } from "@/components/dashboard/compliance/logs-list";
import * as complianceHolds from "@/lib/contract/insight/compliance-holds";
import * as complianceLogs from "@/lib/contract/insight/compliance-logs";
import { listComplianceLogs } from "@/lib/domain/compliance/list-compliance-logs";
import { listHolds } from "@/lib/domain/operations/holds/list-holds";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Compliance" };

export default async function CompliancePage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/compliance", searchParams);
  const [holds, logs] = await Promise.all([
    // The filters of the address are those of the screenings.
    readFirstPage(
      { ...visit, query: new URLSearchParams() },
      complianceHolds.listHolds,
      listHolds,
      { open: "true" },
    ),
    readFirstPage(visit, complianceLogs.listComplianceLogs, listComplianceLogs),
  ]);
  return (
    <BusinessPage
      title="Compliance"
      text="Wallets are checked against the sanctions lists of the platform before a payment counts."
      width="data"
    >
      <Holds first={holds} />
      <LogsList first={logs} />
    </BusinessPage>
  );
}

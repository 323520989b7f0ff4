import type { Metadata } from "next";
import { AuditList } from "@/components/admin/audit/audit-list";
import { NeedsRole } from "@/components/admin/shell/needs-role";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as auditLog from "@/lib/contract/admin/audit-log";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/audit", searchParams);
  const first = await readFirstAdminPage(visit, auditLog.listAuditLog, listAuditLog);
  return (
    <DashboardPage
      title="Audit log"
      text="Every change of a setting and every action by hand. Entries are never changed or removed."
      width="data"
    >
      <NeedsRole least="admin" to="see the audit log">
        <AuditList first={first} />
      </NeedsRole>
    </DashboardPage>
  );
}

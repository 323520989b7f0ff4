import type { Metadata } from "next";
import { AdminsList } from "@/components/admin/admins/admins-list";
import { InviteAdmin } from "@/components/admin/admins/invite-admin";
import { NeedsRole } from "@/components/admin/shell/needs-role";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as admins from "@/lib/contract/admin/admins";
import { listAdmins } from "@/lib/domain/admin/admins/list-admins";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Admins" };

export default async function AdminsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/admins", searchParams);
  const first = await readFirstAdminPage(visit, admins.listAdmins, listAdmins);
  return (
    <DashboardPage title="Admins" width="data" action={<InviteAdmin />}>
      <NeedsRole least="admin" to="see the admin users">
        <AdminsList first={first} />
      </NeedsRole>
    </DashboardPage>
  );
}

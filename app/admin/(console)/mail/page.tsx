import type { Metadata } from "next";
import { MailList } from "@/components/admin/mail/mail-list";
import { NeedsRole } from "@/components/admin/shell/needs-role";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as mails from "@/lib/contract/admin/mails";
import { listMails } from "@/lib/domain/admin/mails/list-mails";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Emails" };

export default async function MailPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/mail", searchParams);
  const first = await readFirstAdminPage(visit, mails.listMails, listMails);
  return (
    <DashboardPage
      title="Emails"
      text="Every email of the installation, without its text. Ended ones are removed after a period."
      width="data"
    >
      <NeedsRole least="admin" to="see emails">
        <MailList first={first} />
      </NeedsRole>
    </DashboardPage>
  );
}

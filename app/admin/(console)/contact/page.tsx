import type { Metadata } from "next";
import { ContactList } from "@/components/admin/contact/contact-list";
import { NeedsRole } from "@/components/admin/shell/needs-role";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as messages from "@/lib/contract/admin/contact-messages";
import { listContactMessages } from "@/lib/domain/admin/contact-messages/list-contact-messages";
import { readFirstAdminPage } from "@/lib/server/pages/admin-data";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Contact messages" };

export default async function ContactPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openAdmin("/admin/contact", searchParams);
  const first = await readFirstAdminPage(visit, messages.listContactMessages, listContactMessages);
  return (
    <DashboardPage
      title="Contact messages"
      text="Messages from the contact form. You answer with your own email program."
      width="data"
    >
      <NeedsRole least="admin" to="see contact messages">
        <ContactList first={first} />
      </NeedsRole>
    </DashboardPage>
  );
}

import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { InvoicesList } from "@/components/dashboard/invoices/invoices-list";
import { NewInvoiceLink } from "@/components/dashboard/invoices/new-invoice-link";
import * as invoices from "@/lib/contract/invoices/invoices";
import { listInvoices } from "@/lib/domain/invoices/list-invoices";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Invoices" };

export default async function InvoicesPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/invoices", searchParams);
  const first = await readFirstPage(visit, invoices.listInvoices, listInvoices);
  return (
    <BusinessPage title="Invoices" width="data" action={<NewInvoiceLink />}>
      <InvoicesList first={first} />
    </BusinessPage>
  );
}

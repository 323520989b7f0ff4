import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { InvoiceDetail } from "@/components/dashboard/invoices/invoice-detail";
import * as invoices from "@/lib/contract/invoices/invoices";
import { getInvoice } from "@/lib/domain/invoices/get-invoice";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Invoice" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function InvoicePage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/invoices/${id}`, searchParams);
  const first = await readOneObject(visit, invoices.getInvoice, getInvoice, id);
  return (
    <BusinessPage width="data">
      <InvoiceDetail key={id} id={id} businessName={visit.business?.name ?? ""} first={first} />
    </BusinessPage>
  );
}

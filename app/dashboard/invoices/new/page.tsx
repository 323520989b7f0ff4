import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { InvoiceEditor } from "@/components/dashboard/invoices/invoice-editor";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New invoice" };

export default async function NewInvoicePage({ searchParams }: { searchParams: SearchParams }) {
  const { business } = await openDashboard("/dashboard/invoices/new", searchParams);
  return (
    <BusinessPage
      title="New invoice"
      width="data"
      text="It stays a draft, and can’t be paid, until you send it."
    >
      <InvoiceEditor businessName={business?.name ?? ""} currency="USDC" />
    </BusinessPage>
  );
}

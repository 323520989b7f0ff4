import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { CustomersList } from "@/components/dashboard/customers/customers-list";
import { EditCustomer } from "@/components/dashboard/customers/edit-customer";
import * as customers from "@/lib/contract/payments/customers";
import { listCustomers } from "@/lib/domain/payments/customers/list-customers";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Customers" };

export default async function CustomersPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/customers", searchParams);
  const first = await readFirstPage(visit, customers.listCustomers, listCustomers);
  return (
    <BusinessPage title="Customers" width="data" action={<EditCustomer customer={null} />}>
      <CustomersList first={first} />
    </BusinessPage>
  );
}

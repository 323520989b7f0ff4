import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { CustomerDetail } from "@/components/dashboard/customers/customer-detail";
import * as customers from "@/lib/contract/payments/customers";
import { getCustomer } from "@/lib/domain/payments/customers/get-customer";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Customer" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function CustomerPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/customers/${id}`, searchParams);
  const first = await readOneObject(visit, customers.getCustomer, getCustomer, id);
  return (
    <BusinessPage width="data">
      <CustomerDetail key={id} id={id} first={first} />
    </BusinessPage>
  );
}

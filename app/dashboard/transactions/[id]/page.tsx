import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NamedObjectsProvider } from "@/components/dashboard/detail/named-objects";
import { TransactionDetail } from "@/components/dashboard/transactions/transaction-detail";
import * as transactions from "@/lib/contract/payments/transactions";
import { getTransaction } from "@/lib/domain/payments/transactions/get-transaction";
import { readNamedObjects } from "@/lib/server/api/read-named-objects";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Transaction" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function TransactionPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/transactions/${id}`, searchParams);
  const first = await readOneObject(visit, transactions.getTransaction, getTransaction, id);
  const named = await readNamedObjects(visit, first?.object);
  return (
    <BusinessPage width="data">
      <NamedObjectsProvider named={named}>
        <TransactionDetail key={id} id={id} first={first} />
      </NamedObjectsProvider>
    </BusinessPage>
  );
}

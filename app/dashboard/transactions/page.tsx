import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { TransactionsList } from "@/components/dashboard/transactions/transactions-list";
import * as transactions from "@/lib/contract/payments/transactions";
import { listTransactions } from "@/lib/domain/payments/transactions/list-transactions";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/transactions", searchParams);
  const first = await readFirstPage(visit, transactions.listTransactions, listTransactions);
  return (
    <BusinessPage title="Transactions" width="data">
      <TransactionsList first={first} />
    </BusinessPage>
  );
}

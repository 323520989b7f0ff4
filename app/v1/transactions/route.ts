import * as transactions from "@/lib/contract/transactions";
import { listTransactions } from "@/lib/domain/payments/transactions/list-transactions";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(transactions.listTransactions, listTransactions),
});

import * as transactions from "@/lib/contract/payments/transactions";
import { listTransactions } from "@/lib/domain/payments/transactions/list-transactions";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(transactions.listTransactions, listTransactions),
});

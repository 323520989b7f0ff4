import * as transactions from "@/lib/contract/payments/transactions";
import { getTransaction } from "@/lib/domain/payments/transactions/get-transaction";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(transactions.getTransaction, getTransaction),
});

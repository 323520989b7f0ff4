import * as transactions from "@/lib/contract/transactions";
import { getTransaction } from "@/lib/domain/payments/transactions/get-transaction";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(transactions.getTransaction, getTransaction),
});

import * as invoices from "@/lib/contract/invoices/invoices";
import { getInvoice } from "@/lib/domain/invoices/get-invoice";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(invoices.getInvoice, getInvoice),
});

import * as invoices from "@/lib/contract/invoices";
import { getInvoice } from "@/lib/domain/invoices/get-invoice";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(invoices.getInvoice, getInvoice),
});

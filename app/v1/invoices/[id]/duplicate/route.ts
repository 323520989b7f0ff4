import * as invoices from "@/lib/contract/invoices/invoices";
import { duplicateInvoice } from "@/lib/domain/invoices/duplicate-invoice";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(invoices.duplicateInvoice, duplicateInvoice),
});

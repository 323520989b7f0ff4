import * as invoices from "@/lib/contract/invoices";
import { duplicateInvoice } from "@/lib/domain/invoices/duplicate-invoice";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(invoices.duplicateInvoice, duplicateInvoice),
});

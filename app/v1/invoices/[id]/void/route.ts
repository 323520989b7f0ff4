import * as invoices from "@/lib/contract/invoices/invoices";
import { voidInvoice } from "@/lib/domain/invoices/void-invoice";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(invoices.voidInvoice, voidInvoice),
});

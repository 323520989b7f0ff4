import * as invoices from "@/lib/contract/invoices";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(invoices.sendInvoice, sendInvoice),
});

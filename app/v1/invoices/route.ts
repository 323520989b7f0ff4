import * as invoices from "@/lib/contract/invoices/invoices";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { listInvoices } from "@/lib/domain/invoices/list-invoices";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(invoices.listInvoices, listInvoices),
  POST: serve(invoices.createInvoice, createInvoice),
});

import * as invoices from "@/lib/contract/invoices";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { listInvoices } from "@/lib/domain/invoices/list-invoices";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(invoices.listInvoices, listInvoices),
  POST: serve(invoices.createInvoice, createInvoice),
});

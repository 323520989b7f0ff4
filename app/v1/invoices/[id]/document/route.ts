import { getInvoiceDocument as declaration } from "@/lib/contract/invoices";
import { getInvoiceDocument } from "@/lib/domain/invoices/get-invoice-document";
import { routes } from "@/lib/server/routes";
import { serveFile } from "@/lib/server/serve-file";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveFile(declaration, getInvoiceDocument),
});

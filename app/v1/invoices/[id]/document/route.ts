import { getInvoiceDocument as declaration } from "@/lib/contract/invoices/invoices";
import { getInvoiceDocument } from "@/lib/domain/invoices/get-invoice-document";
import { serveFile } from "@/lib/server/api/serve-file";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveFile(declaration, getInvoiceDocument),
});

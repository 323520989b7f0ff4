import { invoiceDownload } from "@/lib/server/pages/invoice-download";

export const GET = invoiceDownload;

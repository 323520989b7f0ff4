import { invoiceDownload } from "@/lib/server/invoice-download";

export const GET = invoiceDownload;

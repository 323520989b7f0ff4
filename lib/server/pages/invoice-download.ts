import { notFound, Refusal } from "@/lib/core/errors";
import { loadInvoiceDocument } from "@/lib/domain/invoices/load-invoice-document";
import { failure, refusalAnswer } from "@/lib/server/http/answers";
import { fileHeaders } from "@/lib/server/http/file-headers";
import { invoicePage, limitPage } from "./limit-page";
import { publicContext } from "./page-context";

const publicIds = /^[0-9A-Za-z]{16,64}$/;
const quiet = { "cache-control": "no-store" };

/**
 * The document of an invoice as a PDF, for anyone with the link of its page. `?format=facturx` embeds the electronic
 * invoice.
 */
export async function invoiceDownload(
  request: Request,
  { params }: { params: Promise<{ publicId: string }> },
): Promise<Response> {
  const ctx = await publicContext(request.headers);
  const { publicId } = await params;
  const isElectronic = new URL(request.url).searchParams.get("format") === "facturx";
  const limits = {};
  try {
    if (!publicIds.test(publicId)) throw notFound("invoice");
    await limitPage(ctx, { page: invoicePage, call: "document", subject: publicId }, limits);
    const format = isElectronic ? "facturx" : "pdf";
    const file = await loadInvoiceDocument(ctx, { publicId, format });
    const headers = { ...fileHeaders("application/pdf", file), ...quiet };
    return new Response(new Uint8Array(file.bytes), { headers });
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    const { requestId, log } = ctx;
    if (!isRefusal) log.error({ requestId, err: error }, "An invoice's document could not be made");
    const { body, status, headers } = isRefusal
      ? refusalAnswer(error, requestId)
      : failure(requestId, error);
    return new Response(body, { status, headers: { ...headers, ...limits, ...quiet } });
  }
}

import { parentPort } from "node:worker_threads";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { renderInvoice } from "./render-invoice";

/** What the thread is asked for. */
export interface RenderRequest {
  readonly invoice: PrintedInvoice;
  readonly xml?: string;
}

/** What it answers: the file, or why there is none. */
export type RenderReply = { readonly bytes: Uint8Array } | { readonly error: string };

/** The thread that `render-off-thread.ts` starts: it writes one document after the other. */
parentPort?.on("message", async ({ invoice, xml }: RenderRequest) => {
  parentPort?.postMessage(await replyTo(invoice, xml));
});

async function replyTo(invoice: PrintedInvoice, xml: string | undefined): Promise<RenderReply> {
  try {
    return { bytes: await renderInvoice(invoice, xml) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

import { parentPort } from "node:worker_threads";
import type { ElectronicInvoice } from "@/lib/core/invoices/factur-x/profile";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { renderInvoice } from "./render-invoice";

/** What the thread is asked for. */
export interface RenderRequest {
  readonly invoice: PrintedInvoice;
  readonly electronic: ElectronicInvoice | undefined;
}

/** What it answers: the file, or why there is none. */
export type RenderReply = { readonly bytes: Uint8Array } | { readonly error: string };

/** The thread that `render-off-thread.ts` starts: it writes one document after the other. */
parentPort?.on("message", async (request: RenderRequest) => {
  parentPort?.postMessage(await replyTo(request));
});

async function replyTo({ invoice, electronic }: RenderRequest): Promise<RenderReply> {
  try {
    return { bytes: await renderInvoice(invoice, electronic) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

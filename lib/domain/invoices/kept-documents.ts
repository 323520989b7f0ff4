import { createHash } from "node:crypto";
import { renderOffThread } from "@/lib/adapters/pdf/render-off-thread";
import { TurnsTaken } from "@/lib/core/async/bounded-turns";
import { Refusal } from "@/lib/core/errors";
import type { ElectronicInvoice } from "@/lib/core/invoices/factur-x/profile";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";

/** Bytes of documents that a process keeps; each has 30 to 100 kB. */
const MOST_BYTES = 32_000_000;

const kept = new Map<string, Buffer>();
let keptBytes = 0;
const underWay = new Map<string, Promise<Buffer>>();

/**
 * The document of an invoice, written once for each version: all that it shows, digested. Those that were asked for
 * last are kept.
 * @throws Refusal `rate_limited` with `busy`: too many documents wait to be written
 */
export async function keptDocument(
  invoice: PrintedInvoice,
  electronic?: ElectronicInvoice,
): Promise<Buffer> {
  const version = createHash("sha256")
    .update(JSON.stringify([invoice, electronic]))
    .digest("base64");
  const found = kept.get(version);
  if (found) {
    kept.delete(version);
    kept.set(version, found);
    return found;
  }
  const writing = underWay.get(version) ?? write(version, invoice, electronic);
  underWay.set(version, writing);
  return writing;
}

async function write(
  version: string,
  invoice: PrintedInvoice,
  electronic?: ElectronicInvoice,
): Promise<Buffer> {
  try {
    const bytes = await renderOffThread(invoice, electronic);
    keep(version, bytes);
    return bytes;
  } catch (error) {
    if (!(error instanceof TurnsTaken)) throw error;
    throw new Refusal("rate_limited", "Too many documents are being written. Try again.", {
      details: { reason: "busy" },
      retryAfterSeconds: 2,
    });
  } finally {
    underWay.delete(version);
  }
}

function keep(version: string, bytes: Buffer): void {
  kept.set(version, bytes);
  keptBytes += bytes.length;
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MOST_BYTES) return;
    kept.delete(oldest);
    keptBytes -= length;
  }
}

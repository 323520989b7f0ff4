import type { TransactionSql } from "@/db/client";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { recordEvents } from "@/lib/domain/platform/events/record-events";
import { type InvoiceHead, type InvoiceRow, selectInvoices, withLines } from "./invoice-rows";
import { invoiceSnapshot } from "./view";

type InvoiceEvent = Extract<EventKind, `invoice.${string}`>;

/**
 * Records an event of each invoice, as it is now; the caller holds their rows.
 * @returns the invoices, by their ids
 */
export async function tellInvoices(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  type: InvoiceEvent,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  const heads = await tx<InvoiceHead[]>`
    ${selectInvoices(tx)} where i.id = any (${[...ids]}) order by i.id`;
  const rows = await withLines(tx, heads);
  await recordEvents(
    tx,
    rows.map((row) => ({
      merchantId: row.merchantId,
      mode: row.mode,
      type,
      resource: { type: "invoice", id: row.id },
      object: invoiceSnapshot(ctx, row),
    })),
  );
  return rows;
}

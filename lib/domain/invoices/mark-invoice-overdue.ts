import { transaction } from "@/db/client";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { invoiceMails } from "./invoice-mails";
import { isInvoiceDue } from "./is-invoice-due";
import { lockInvoice } from "./lock-invoice";
import { mailCustomer } from "./mail-customer";
import { tellInvoices } from "./tell-invoices";

/**
 * Makes an invoice overdue whose time is up, says so with `invoice.overdue`, and mails its customer. One that is
 * being paid is left alone, and so is one that something else happened to meanwhile.
 * @returns whether it has become overdue
 */
export async function markInvoiceOverdue(ctx: Context, id: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    await lockInvoice(tx, id);
    const { count } = await tx`
      update invoices i set status = 'overdue', overdue_at = clock_now(), remind_at = null
      where id = ${id} and status in ${tx(sourcesOf(invoiceTransitions, "overdue"))}
        and ${isInvoiceDue(tx)}`;
    if (count === 0) return false;
    await tellInvoices(ctx, tx, "invoice.overdue", [id]);
    await mailCustomer(ctx, tx, id, invoiceMails.overdue);
    return true;
  });
}

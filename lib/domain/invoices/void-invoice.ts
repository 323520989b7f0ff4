import { type TransactionSql, transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import { cancelBackingSession } from "@/lib/domain/payments/sessions/cancel-backing-session";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { invoiceMails } from "./invoice-mails";
import type { InvoiceRow } from "./invoice-rows";
import { lockInvoice, readInvoice } from "./lock-invoice";
import { mailCustomer } from "./mail-customer";
import { type InvoiceView, viewInvoice } from "./view";

/**
 * Voids an unpaid invoice and cancels its payment session. A customer who was mailed it, or may be having it
 * from the mail server now, is told.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: paid (refund it instead), void already, or `payment_in_flight`
 */
export async function voidInvoice(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<InvoiceView> {
  return viewInvoice(ctx, await voidUnpaid(ctx, id, ctx.actor));
}

/**
 * Voids an unpaid invoice, as `voidInvoice` does.
 * @param owner the merchant and mode that must own it; absent for jobs
 */
export async function voidUnpaid(
  ctx: Pick<Context, "db" | "chains" | "config" | "modules">,
  id: string,
  owner?: MerchantActor,
): Promise<InvoiceRow> {
  return transaction(ctx.db, async (tx) => {
    const { session, invoice } = await lockInvoice(tx, id, owner);
    const { status } = invoice;
    const sources = sourcesOf(invoiceTransitions, "void");
    if (!sources.includes(status)) {
      throw invalidState(`The invoice is ${status}.`, {
        currentStatus: status,
        reason: status === "paid" ? "already_paid" : "already_void",
      });
    }
    await cancelBackingSession(ctx, tx, session, status);
    await tx`
      update invoices set status = 'void', voided_at = clock_now(), remind_at = null
      where id = ${id} and status in ${tx(sources)}`;
    if (await mayHaveArrived(tx, invoice)) await mailCustomer(ctx, tx, id, invoiceMails.voided);
    return readInvoice(tx, id);
  });
}

/**
 * Whether a mail server took a mail about an invoice, or may have taken one: it is being given it now, or was given it
 * before, in an attempt that failed and is to be repeated.
 */
async function mayHaveArrived(
  tx: TransactionSql,
  { deliveredAt, mailedAt, lastEmailId }: InvoiceRow,
): Promise<boolean> {
  if (deliveredAt && mailedAt) return true;
  const given = await tx`
    select from mails
    where id = ${lastEmailId} and (state = 'sending' or state = 'queued' and attempts > 0)`;
  return given.length > 0;
}

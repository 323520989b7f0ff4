import { transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { invoiceMails } from "./invoice-mails";
import { isAwaitingPayment } from "./is-awaiting-payment";
import { lockInvoice } from "./lock-invoice";
import { mailCustomer } from "./mail-customer";

const BATCH = 100;

/**
 * Reminds the customers of invoices that are due in two days, once. What was due before its reminder's turn came
 * is left to become overdue, and what is being paid is not mailed about.
 * @returns how many reminders were queued
 */
export async function remindInvoices(ctx: Context<SystemActor>): Promise<number> {
  const due = await ctx.db<{ id: string }[]>`
    select id from invoices where remind_at <= clock_now() order by remind_at limit ${BATCH}`;
  for (const { id } of due) await remindOne(ctx, id);
  return due.length;
}

async function remindOne(ctx: Context<SystemActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockInvoice(tx, id);
    const [due] = await tx<{ isAskedFor: boolean; isMailed: boolean }[]>`
      update invoices i set remind_at = null, reminders = reminders + 1
      where id = ${id} and status = 'sent' and remind_at <= clock_now()
      returning due_at > clock_now() and ${isAwaitingPayment(tx)} as is_asked_for,
        mailed_at is not null and delivered_at is not null as is_mailed`;
    if (!due?.isAskedFor) return;
    // A limit withheld the invoice itself, or its mail has not arrived: its customer has had nothing to be reminded of.
    await mailCustomer(ctx, tx, id, due.isMailed ? invoiceMails.reminder : invoiceMails.invoice);
  });
}

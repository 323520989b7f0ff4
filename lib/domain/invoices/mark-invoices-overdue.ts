import { indexCondition } from "@/db/index-condition";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { isInvoiceDue } from "./is-invoice-due";
import { markInvoiceOverdue } from "./mark-invoice-overdue";

const BATCH = 100;

/**
 * Makes the invoices overdue whose time is up, the oldest first.
 * @returns how many have become overdue
 */
export async function markInvoicesOverdue(ctx: Context<SystemActor>): Promise<number> {
  const { db } = ctx;
  const due = await db<{ id: string }[]>`
    select i.id from invoices i
    where ${db.unsafe(indexCondition("due", "i.status", ["sent"]))} and i.due_at <= clock_now()
      and ${isInvoiceDue(db)}
    order by i.due_at limit ${BATCH}`;
  let marked = 0;
  for (const { id } of due) if (await markInvoiceOverdue(ctx, id)) marked += 1;
  return marked;
}

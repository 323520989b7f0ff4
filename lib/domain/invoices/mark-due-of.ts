import { indexCondition } from "@/db/index-condition";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isInvoiceDue } from "./is-invoice-due";
import { markInvoiceOverdue } from "./mark-invoice-overdue";

/** As many as the longest page: the job marks what is left. */
const AT_MOST = 100;

/** Makes a merchant's invoices overdue whose time is up, so that a list never shows them as sent. */
export async function markDueOf(ctx: Context<MerchantActor>): Promise<void> {
  const { db, actor } = ctx;
  const due = await db<{ id: string }[]>`
    select i.id from invoices i
    where ${ownedBy(db, actor, "i")} and ${db.unsafe(indexCondition("due", "i.status", ["sent"]))}
      and i.due_at <= clock_now() and ${isInvoiceDue(db)}
    order by i.due_at limit ${AT_MOST}`;
  for (const { id } of due) await markInvoiceOverdue(ctx, id);
}

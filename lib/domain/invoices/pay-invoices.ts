import type { TransactionSql } from "@/db/client";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { tellInvoices } from "./tell-invoices";

/**
 * Makes the invoices of confirmed sessions paid, and says so with `invoice.paid`, in the transaction that confirms
 * the sessions, whose rows the caller has locked.
 */
export async function payInvoices(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  sessions: readonly { id: string; invoiceId: string | null }[],
): Promise<void> {
  const ids = sessions.flatMap(({ id, invoiceId }) => (invoiceId === null ? [] : [id]));
  if (ids.length === 0) return;
  const paid = await tx<{ id: string }[]>`
    update invoices set status = 'paid', paid_at = clock_now(), remind_at = null
    where session_id = any (${ids}) and status in ${tx(sourcesOf(invoiceTransitions, "paid"))}
    returning id`;
  const paidIds = paid.map(({ id }) => id);
  if (paidIds.length > 0) await tellInvoices(ctx, tx, "invoice.paid", paidIds);
}

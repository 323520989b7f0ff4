import type { Db } from "@/db/client";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/**
 * The condition on an invoice `i` that it is to become overdue: sent, its time is up, and no payment of it is
 * on its way. A search by the time needs the condition of its index besides.
 */
export function isInvoiceDue(db: Db) {
  return db`(
    i.status = 'sent' and i.due_at <= clock_now() and not (
      select ${isBeingPaid(db)} from payment_sessions s where s.id = i.session_id
    )
  )`;
}

import type { Db } from "@/db/client";
import { isAwaitingPayment } from "./is-awaiting-payment";

/**
 * The condition on an invoice `i` that it is to become overdue: sent, its time is up, and its customer may be asked
 * to pay it. A search by the time needs the condition of its index besides.
 */
export function isInvoiceDue(db: Db) {
  return db`(
    i.status = 'sent' and i.due_at <= clock_now() and ${isAwaitingPayment(db)}
  )`;
}

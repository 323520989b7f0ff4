import type { Db } from "@/db/client";
import { heldPayments } from "@/lib/domain/payments/sessions/held-payments";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/**
 * The condition on an invoice `i` that its customer may be asked to pay it: no payment of it is on its way, and screening
 * has held none back, whose payer must not pay again. A caller that acts on the answer must hold the session's lock.
 */
export function isAwaitingPayment(db: Db) {
  return db`(
    select not ${isBeingPaid(db)}
      and not coalesce((select true from ${heldPayments(db)} limit 1), false)
    from payment_sessions s where s.id = i.session_id
  )`;
}

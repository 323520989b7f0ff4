import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { standingTransactionStatuses } from "@/lib/core/states";

/**
 * The payments `t` of a session `s`, of its amount and token, that screening has held back and no person has released,
 * after a `from`. With one the session's page takes no other payment: its payer has paid already, or gets the money back.
 */
export function heldPayments(db: Db) {
  return db`transactions t where t.session_id = s.id and t.payment_exception = 'screening'
    and t.amount = s.amount and t.token_address = s.token_address
    and t.status in (${stateList(db, standingTransactionStatuses)})`;
}

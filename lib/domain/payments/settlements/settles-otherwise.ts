import type { Db } from "@/db/client";
import { isSettlementOf } from "./is-settlement-of";

/**
 * The condition on a transaction `t` that it settles what a submission asks for under the other id that the
 * same authorization can have: one nonce can be signed as the digest of the terms and be repeated by an
 * intent. Of the nonce alone nothing follows: it can be the digest of other terms.
 * @param alias of `relay_submissions`
 */
export function settlesOtherwise(db: Db, alias: string) {
  const s = db(alias);
  return db`${isSettlementOf(db, db`${s}.deployment_id`, db`coalesce(${s}.intent_id, ${s}.auth_nonce)`)}
    and t.merchant_id = ${s}.merchant_id and t.from_address = ${s}.payer
    and t.token_address = ${s}.token_address and t.amount = ${s}.amount
    and t.session_id is not distinct from ${s}.session_id and t.ref is not distinct from ${s}.ref`;
}

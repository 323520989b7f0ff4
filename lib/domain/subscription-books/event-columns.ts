import type { Db } from "@/db/client";

/** The columns of an event `e` that say where it was mined. */
export function placeColumns(db: Db) {
  return db`e.chain_id, e.deployment_id, e.onchain_id, e.tx_hash, e.log_index, e.block_number,
    e.block_timestamp`;
}

/** The columns of a charge `e`. */
export function chargeColumns(db: Db) {
  return db`${placeColumns(db)}, e.chain_merchant_id, e.period, e.number, e.amount, e.fee, e.fee_bps,
    e.token_address as token, e.payout`;
}

import type { Db } from "@/db/client";

/**
 * The fee, in hundredths of a percent, that a registration says for a block of a time, as a query: an announced
 * raise counts from its time on, by the block's clock.
 * @param registration alias of `merchant_registrations`
 * @param time of the block
 */
export function feeInForce(db: Db, registration: string, time: ReturnType<Db>) {
  const r = db(registration);
  return db`case when ${r}.next_fee_at <= ${time} then ${r}.next_fee_bps else ${r}.fee_bps end`;
}
